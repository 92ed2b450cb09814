import { Semaphore } from 'async-mutex';

interface Waiting {
  semaphore: Semaphore;
  /** Pieces of work that have a place or wait for one. */
  count: number;
}

/**
 * Places for work that costs. One caller has at most so many of them and stands in the queue with no more, so that however much
 * somebody asks for, the next one waits for one piece of it, and not for all.
 */
export class FairQueue {
  private readonly places: Semaphore;
  private readonly callers = new Map<string, Waiting>();

  constructor(
    places: number,
    private readonly placesOfCaller = 1,
  ) {
    this.places = new Semaphore(places);
  }

  async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const own = this.callers.get(caller) ?? { semaphore: new Semaphore(this.placesOfCaller), count: 0 };
    this.callers.set(caller, own);
    own.count += 1;
    try {
      return await own.semaphore.runExclusive(() => this.places.runExclusive(work));
    } finally {
      own.count -= 1;
      if (own.count === 0) this.callers.delete(caller);
    }
  }
}
