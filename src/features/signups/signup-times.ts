import type { Signup, SignupItem } from './signup.entity.js';

type Times = Pick<Signup, 'opensAt' | 'closesAt' | 'visibleUntil' | 'withdrawUntil' | 'deletedAt'>;

const hasCome = (moment: Date | null, now: Date): boolean => moment !== null && moment <= now;

/** Neither hidden still nor gone; as `isSignupPublished` says in SQL. */
export const isPublished = (times: Times, now: Date): boolean =>
  hasCome(times.opensAt, now) && !isGone(times, now);

/** Deleted, or not to be seen any more. */
export const isGone = ({ visibleUntil, deletedAt }: Times, now: Date): boolean =>
  deletedAt !== null || hasCome(visibleUntil, now);

export const isClosed = ({ closesAt }: Times, now: Date): boolean => hasCome(closesAt, now);

/** An item that has begun is closed by itself (contract section 3, rule 7). */
export const hasBegun = ({ startsAt }: Pick<SignupItem, 'startsAt'>, now: Date): boolean =>
  hasCome(startsAt, now);

/** Until `withdraw_until` where there is one, else until the item is closed. */
export function mayWithdraw(signup: Times, item: Pick<SignupItem, 'startsAt'>, now: Date): boolean {
  if (signup.withdrawUntil) return now < signup.withdrawUntil;
  return !isClosed(signup, now) && !hasBegun(item, now);
}
