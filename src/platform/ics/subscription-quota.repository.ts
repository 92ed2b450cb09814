import type { EntityManager } from 'typeorm';
import { lockPerson } from '../auth/person-lock.repository.js';
import { LimitReachedError } from '../errors/app-error.js';

/** To calendars and menus together, in all schools of a person (contract section 0, rule 18). */
const MAX_SUBSCRIPTIONS = 50;

const COUNT = `
  with own as (
    select m.id from memberships m where m.user_id = (select user_id from memberships where id = $1))
  select (select count(*)::int from calendar_subscriptions s join own on own.id = s.membership_id)
    + (select count(*)::int from menu_subscriptions s join own on own.id = s.membership_id) as count`;

/**
 * In the transaction that makes one more; another one of the same person waits until that ends.
 * @throws LimitReachedError
 */
export async function assertRoomForSubscription(
  manager: EntityManager,
  member: { membershipId: string },
): Promise<void> {
  await lockPerson(manager, member);
  const [{ count }] = await manager.query<[{ count: number }]>(COUNT, [member.membershipId]);
  if (count >= MAX_SUBSCRIPTIONS)
    throw new LimitReachedError(`A person has at most ${MAX_SUBSCRIPTIONS} subscriptions: delete one first.`);
}
