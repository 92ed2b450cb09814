import { Semaphore, withTimeout, type SemaphoreInterface } from 'async-mutex';
import { UnavailableError } from '../errors/app-error.js';

interface Caller {
  semaphore: Semaphore;
  /** Pieces of work that run or wait. */
  count: number;
}

/**
 * A queue for work that costs. Only so many pieces run at a time, and of one caller fewer, so that however much one caller asks
 * for, the next one waits for one piece of it, and not for all.
 */
export class FairQueue {
  private readonly semaphore: Semaphore;
  private readonly callers = new Map<string, Caller>();

  constructor(
    most: number,
    private readonly mostOfCaller = 1,
  ) {
    this.semaphore = new Semaphore(most);
  }

  /**
   * @param maxWaitMs milliseconds until the work begins; without it, it waits as long as it takes
   * @throws UnavailableError when the work has not begun by then; it never will
   */
  async run<T>(caller: string, work: () => Promise<T>, maxWaitMs?: number): Promise<T> {
    const end = maxWaitMs === undefined ? null : performance.now() + maxWaitMs;
    const own = this.callers.get(caller) ?? { semaphore: new Semaphore(this.mostOfCaller), count: 0 };
    this.callers.set(caller, own);
    own.count += 1;
    try {
      return await until(end, own.semaphore).runExclusive(() =>
        until(end, this.semaphore).runExclusive(work),
      );
    } finally {
      own.count -= 1;
      if (own.count === 0) this.callers.delete(caller);
    }
  }
}

const until = (end: number | null, semaphore: Semaphore): SemaphoreInterface =>
  end === null
    ? semaphore
    : withTimeout(semaphore, Math.max(0, end - performance.now()), new UnavailableError());
