import { Semaphore, withTimeout, type SemaphoreInterface } from 'async-mutex';
import { UnavailableError } from '../errors/app-error.js';

/** The work of one key. */
interface Line {
  semaphore: Semaphore;
  /** Pieces of work that run or wait. */
  count: number;
}

/**
 * A queue for work that costs. Only so many pieces run at a time, and fewer of one key, so that however much one key asks
 * for, the next one waits for one piece of it, and not for all. The key is the caller, or the item that the work is about.
 */
export class FairQueue {
  private readonly semaphore: Semaphore;
  private readonly lines = new Map<string, Line>();

  constructor(
    most: number,
    private readonly mostOfKey = 1,
  ) {
    this.semaphore = new Semaphore(most);
  }

  /**
   * @param key of which at most `mostOfKey` pieces run at a time
   * @param maxWaitMs milliseconds until the work begins; without it, it waits as long as it takes
   * @throws UnavailableError when the work has not begun by then; it never will
   */
  async run<T>(key: string, work: () => Promise<T>, maxWaitMs?: number): Promise<T> {
    const end = maxWaitMs === undefined ? null : performance.now() + maxWaitMs;
    const own = this.lines.get(key) ?? { semaphore: new Semaphore(this.mostOfKey), count: 0 };
    this.lines.set(key, own);
    own.count += 1;
    try {
      return await until(end, own.semaphore).runExclusive(() =>
        until(end, this.semaphore).runExclusive(work),
      );
    } finally {
      own.count -= 1;
      if (own.count === 0) this.lines.delete(key);
    }
  }
}

const until = (end: number | null, semaphore: Semaphore): SemaphoreInterface =>
  end === null
    ? semaphore
    : withTimeout(semaphore, Math.max(0, end - performance.now()), new UnavailableError());
