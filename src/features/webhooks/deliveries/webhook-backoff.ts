const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Waits after the first attempt, the second and so on: together three days (contract section 18). */
const WAITS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 8 * HOUR, 24 * HOUR, 37 * HOUR + 24 * MINUTE];
export const MAX_ATTEMPTS = WAITS.length + 1;

/** An address that has failed for so long is paused. */
export const PAUSED_AFTER_MS = 72 * HOUR;

/** Share by which a wait is made longer or shorter, so that deliveries that failed together do not come again together. */
const JITTER = 0.1;

/** Beyond the deadline of a delivery, for reading and writing around it: only a process that has died takes longer. */
const LEASE_MARGIN_MS = 30_000;

/** Until when nobody else tries a delivery that is under way. */
export const leaseUntil = (now: Date, deadlineMs: number): Date =>
  new Date(now.getTime() + deadlineMs + LEASE_MARGIN_MS);

/**
 * @param attempts that were made, at least one
 * @param random from 0 to 1
 * @returns null after the last one
 */
export function nextAttempt(now: Date, attempts: number, random: number): Date | null {
  const wait = WAITS[attempts - 1];
  return wait === undefined ? null : new Date(now.getTime() + wait * (1 - JITTER + 2 * JITTER * random));
}
