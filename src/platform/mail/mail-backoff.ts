/*
 * Exponential backoff: a mail that nobody took is tried again after about 30 s, 90 s, 5 min, 14 min, 40 min, 2 h and then
 * every 4 h: twelve times in about a day.
 */
const FIRST_WAIT_MS = 30_000;
const GROWTH = 3;
const MAX_WAIT_MS = 4 * 60 * 60_000;
export const MAX_ATTEMPTS = 12;

/** Share by which a wait is made longer or shorter, so that mails that failed together do not come again together. */
const JITTER = 0.2;

/** Mails that one process sends at the same time. */
export const AT_ONCE = 8;

/** Beyond the deadline of a send, for reading and writing around it: only a process that has died takes longer. */
const LEASE_MARGIN_MS = 30_000;

/** Until when nobody else tries a mail that is being sent. */
export const leaseUntil = (now: Date, deadlineMs: number): Date =>
  new Date(now.getTime() + deadlineMs + LEASE_MARGIN_MS);

/**
 * @param attempts that were made, at least one
 * @param random from 0 to 1
 */
export function nextAttempt(now: Date, attempts: number, random: number): Date {
  const wait = Math.min(FIRST_WAIT_MS * GROWTH ** (attempts - 1), MAX_WAIT_MS);
  return new Date(now.getTime() + wait * (1 - JITTER + 2 * JITTER * random));
}
