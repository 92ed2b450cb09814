/** Work on the same thing, one after the other within this process. */
export class Turns {
  private readonly last = new Map<string, Promise<void>>();

  take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const done = (this.last.get(key) ?? Promise.resolve()).then(work);
    const over: Promise<void> = done.then(
      () => this.leave(key, over),
      () => this.leave(key, over),
    );
    this.last.set(key, over);
    return done;
  }

  private leave(key: string, over: Promise<void>): void {
    if (this.last.get(key) === over) this.last.delete(key);
  }
}
