/** Lets pieces of work of one name run one after the other, in the order in which they came. */
export class OneAtATime {
  private readonly last = new Map<string, Promise<void>>();

  take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const mine = (this.last.get(name) ?? Promise.resolve()).then(work);
    const ended = mine.then(ignored, ignored);
    this.last.set(name, ended);
    void ended.then(() => {
      if (this.last.get(name) === ended) this.last.delete(name);
    });
    return mine;
  }
}

/** How it ended is for who asked for it. */
const ignored = (): void => undefined;
