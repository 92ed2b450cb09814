import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { record } from '../../platform/journal/recorded-changes.js';
import { SignupWritesRepository } from './signup-writes.repository.js';
import { Signup, type SignupItem } from './signup.entity.js';
import { isPublished } from './signup-times.js';

type Times = Pick<SignupItem, 'startsAt' | 'endsAt'>;

/** Notifications about a sign-up that changes, for members with claims on it. */
@Injectable()
export class SignupNotifications {
  constructor(private readonly signups: SignupWritesRepository) {}

  /**
   * Notifies members of another title or location of the sign-up, or another time of what they have claimed. Items that are
   * over by then notify no one, nor does a sign-up that is hidden or gone.
   * @param signups before and after
   * @param items of it, before and after
   */
  async notifyOfChange(
    { manager, now }: { manager: EntityManager; now: Date },
    [was, is]: [Signup, Signup],
    [before, items]: [SignupItem[], SignupItem[]],
  ): Promise<void> {
    if (!isPublished(is, now)) return;
    const isAnother = was.title !== is.title || was.location !== is.location;
    const after = new Map(items.map((item) => [item.id, item]));
    const concerned = before.filter((item) => {
      const next = after.get(item.id) ?? item;
      return (isAnother || isMoved(item, next)) && (isAhead(item, now) || isAhead(next, now));
    });
    const itemIds = concerned.map(({ id }) => id);
    const claimants = await this.signups.findClaimants(manager, is.schoolId, itemIds);
    if (claimants.length > 0)
      record(
        { manager, schoolId: is.schoolId },
        { kind: 'signup.changed', id: is.id, ids: { members: claimants } },
      );
  }
}

const isMoved = (was: Times, is: Times): boolean =>
  was.startsAt?.getTime() !== is.startsAt?.getTime() || was.endsAt?.getTime() !== is.endsAt?.getTime();

/** True for an item that may lie ahead: one without a time always may. */
function isAhead({ startsAt, endsAt }: Times, now: Date): boolean {
  const end = endsAt ?? startsAt;
  return end === null || end > now;
}
