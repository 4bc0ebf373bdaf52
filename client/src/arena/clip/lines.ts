/** A text in lines of a width, between words. Pure. */

/** The last of the lines takes whatever is left. */
export function broken(
  text: string,
  room: number,
  most: number,
  width: (line: string) => number,
): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ").filter(Boolean)) {
    const last = lines.at(-1);
    const longer = `${last} ${word}`;
    if (last === undefined) lines.push(word);
    else if (lines.length < most && width(longer) > room) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
