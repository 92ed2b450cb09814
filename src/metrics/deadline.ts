/** Milliseconds: a collector gives up after ten seconds, and then has nothing at all. */
const DEADLINE_MS = 2_000;

/** Null when it fails, or is not there in time. */
export function withinDeadline(asked: Promise<number>): Promise<number | null> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), DEADLINE_MS);
  });
  return Promise.race([asked.catch(() => null), tooLate]).finally(() => clearTimeout(timer));
}
