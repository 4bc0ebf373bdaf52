/** What a value from elsewhere has to look like: each check is its type, too. Pure. */

export type Check<T> = (value: unknown) => value is T;
/** What a check lets through. */
export type Checked<C> = C extends Check<infer T> ? T : never;

export const isText = (value: unknown): value is string => typeof value === "string";
export const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";
export const isNumber = (value: unknown): value is number => typeof value === "number";
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value);

export const oneOf =
  <T extends string | number>(names: readonly T[]): Check<T> =>
  (value): value is T =>
    names.includes(value as T);

/** Something that may be left out. */
export const maybe =
  <T>(is: Check<T>): Check<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || is(value);

export const orNull =
  <T>(is: Check<T>): Check<T | null> =>
  (value): value is T | null =>
    value === null || is(value);

/** Of what a check lets through, only some. */
export const where =
  <T>(is: Check<T>, holds: (value: T) => boolean): Check<T> =>
  (value): value is T =>
    is(value) && holds(value);

/** A list of things of one kind, and not too many of them. */
export const listOf =
  <T>(is: Check<T>, most = Number.POSITIVE_INFINITY): Check<readonly T[]> =>
  (value): value is readonly T[] =>
    Array.isArray(value) && value.length <= most && value.every(is);

export const tupleOf =
  <T extends readonly unknown[]>(...parts: { [K in keyof T]: Check<T[K]> }): Check<Readonly<T>> =>
  (value): value is Readonly<T> =>
    Array.isArray(value) && value.length === parts.length && parts.every((is, k) => is(value[k]));

type Parts = Readonly<Record<string, Check<unknown>>>;
type Optional<P extends Parts> = {
  [K in keyof P]: undefined extends Checked<P[K]> ? K : never;
}[keyof P];
/** An object with these parts; what may be undefined may be left out. */
type Whole<P extends Parts> = {
  readonly [K in Exclude<keyof P, Optional<P>>]: Checked<P[K]>;
} & { readonly [K in Optional<P>]?: Exclude<Checked<P[K]>, undefined> };

export const shapeOf =
  <P extends Parts>(parts: P): Check<Whole<P>> =>
  (value): value is Whole<P> =>
    isObject(value) && Object.entries(parts).every(([name, is]) => is(value[name]));

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
