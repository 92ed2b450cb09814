import { Injectable } from '@nestjs/common';
import { record } from '../../platform/journal/recorded-changes.js';
import type { ImportTarget } from '../publishing/item.importer.js';
import { SignupImportRepository } from './signup-import.repository.js';
import { Signup, type SignupItem } from './signup.entity.js';
import { isThere } from './new-signup.js';

type Times = Pick<SignupItem, 'startsAt' | 'endsAt'>;

/** What is told to those who have something of a sign-up that an import changes. */
@Injectable()
export class SignupNotifications {
  constructor(private readonly signups: SignupImportRepository) {}

  /**
   * That the title or the place of the sign-up, or the time of what they have, is another one. Nobody is told of what is
   * over by then, nor of a sign-up that is hidden or gone.
   * @param signups as it was and as it is
   * @param items of it, as they were and as they are
   */
  async notifyOfChange(
    { manager, now }: ImportTarget,
    [was, is]: [Signup, Signup],
    [before, items]: [SignupItem[], SignupItem[]],
  ): Promise<void> {
    if (!isThere(is, now)) return;
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

/** What has no time may always lie ahead. */
function isAhead({ startsAt, endsAt }: Times, now: Date): boolean {
  const end = endsAt ?? startsAt;
  return end === null || end > now;
}
