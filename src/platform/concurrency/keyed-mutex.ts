import { UnavailableError } from '../errors/app-error.js';

/** Lets pieces of work of one name run one after the other, in the order in which they came. */
export class KeyedMutex {
  private readonly last = new Map<string, Promise<void>>();

  runExclusive<T>(name: string, work: () => Promise<T>): Promise<T> {
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

/**
 * @param turn calls what it is given when its turn has come
 * @throws UnavailableError when that was not so within `mostWaitMs` milliseconds; it is passed over then
 */
export function acquireWithTimeout<T>(
  mostWaitMs: number,
  turn: (begin: () => Promise<T>) => Promise<T>,
  work: () => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      reject(new UnavailableError());
    }, mostWaitMs);
    turn(async () => {
      clearTimeout(timer);
      if (late) throw new UnavailableError();
      return work();
    }).then(resolve, reject);
  });
}
