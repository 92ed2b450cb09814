/** The caller's patience with one request: it is aborted when its answer takes longer. */
export class Deadline {
  /** To be sent instead of the one that was given. */
  readonly request: Request;
  /** What the request was aborted with; null before, and where the caller's own signal was first. */
  expired: DOMException | null = null;
  private readonly controller = new AbortController();

  /** @param ms Infinity for no deadline */
  constructor(
    given: Request,
    private readonly ms: number,
  ) {
    const { signal } = given;
    const passOn = () => this.controller.abort(signal.reason);
    if (signal.aborted) passOn();
    else signal.addEventListener('abort', passOn, { once: true });
    this.request = new Request(given, { signal: this.controller.signal });
  }

  async within<T>(work: () => Promise<T>): Promise<T> {
    if (this.ms === Infinity) return work();
    const timer = setTimeout(() => this.expire(), this.ms);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
    }
  }

  private expire(): void {
    this.expired = new DOMException(`nothing came within ${this.ms} ms`, 'TimeoutError');
    this.controller.abort(this.expired);
  }
}
