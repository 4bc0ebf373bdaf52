/** A thread of which only what is said to it counts. */

export class FakeWorker {
  static newest: FakeWorker;
  onmessage: (event: { data: unknown }) => void = () => undefined;
  onerror: (event: { message: string }) => void = () => undefined;
  readonly heard: unknown[] = [];
  terminated = 0;

  constructor() {
    FakeWorker.newest = this;
  }

  postMessage(message: unknown): void {
    this.heard.push(message);
  }

  terminate(): void {
    this.terminated++;
  }
}
