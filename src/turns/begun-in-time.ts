import { UnavailableError } from '../errors/app-error.js';

/**
 * @param turn calls what it is given when its turn has come
 * @throws UnavailableError when that was not so within `mostWaitMs` milliseconds; it is passed over then
 */
export function begunInTime<T>(
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
