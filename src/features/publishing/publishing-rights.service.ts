import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import type { WriteContext } from '../../platform/auth/write-context.js';
import { Clock } from '../../platform/clock/clock.js';
import { LimitReachedError, NotAuthorizedError, NotFoundError } from '../../platform/errors/app-error.js';
import { assertMatches } from '../../platform/http/conditional-request.js';
import { OrganizationAccessService } from '../../platform/auth/organization-access.service.js';
import type { ListedItem, NamedEvent, Publication, VisibleItem } from './publication.js';
import { type ItemTable, PublishingRightsRepository } from './publishing-rights.repository.js';

/** Rights to publish (contract section 0.2), for whatever is addressed to an audience. */
@Injectable()
export class PublishingRightsService {
  constructor(
    private readonly references: PublishingRightsRepository,
    private readonly organizations: OrganizationAccessService,
    private readonly clock: Clock,
  ) {}

  /**
   * First in the transaction of every write, so that the rights that allow it last until it is done.
   * @returns the member as they are now, whom the rest of the write goes by
   * @throws NotAuthorizedError the member has left, or was deactivated
   */
  async lockGrants(manager: EntityManager, member: Member): Promise<WriteContext> {
    const present = await this.organizations.lockGrants(manager, member);
    // The clock is read under the lock: a grant may have expired while this write waited for it.
    return { manager, member: present, now: this.clock.now() };
  }

  /**
   * Admins publish anything, editors for an organization on which they hold a live grant, and to such organizations alone
   * (contract section 0.3). Readers whom the item addresses already are not checked again, so that an editor can correct the text
   * of an item that an admin has addressed to more than the editor may.
   * @param present the item before, which the caller may change; null for a new one
   * @throws NotAuthorizedError for the whole school, or for or to somebody else than an organization that the caller manages
   * @throws NotFoundError an organization, a category or an audience of another school, or none at all
   */
  async assertMayPublish(
    change: WriteContext,
    next: Publication,
    present: Publication | null,
  ): Promise<void> {
    const { organizationId, categoryId } = next;
    if (!change.member.isAdmin && (!organizationId || addressesBeyondOrganizations(next, present)))
      throw new NotAuthorizedError();
    const audienceOrganizationIds = next.audienceOrganizationIds.filter(
      (id) => !present?.audienceOrganizationIds.includes(id),
    );
    const found = await this.references.findReferences(change, { ...next, audienceOrganizationIds });
    if (organizationId) {
      if (!found.organization) throw new NotFoundError();
      if (found.organization !== 'managed') throw new NotAuthorizedError();
    }
    if ((categoryId && !found.category) || !found.audience) throw new NotFoundError();
    if (found.audience !== 'managed') throw new NotAuthorizedError();
  }

  /**
   * The item with the event that it is for.
   * @param named left out, it stays
   * @throws NotFoundError an event that is not there for the member
   */
  async withEvent<Item extends { eventId: string | null }>(
    change: WriteContext,
    item: Item,
    named: NamedEvent | null | undefined,
  ): Promise<Item> {
    if (named === undefined) return item;
    const eventId = named && (await this.references.findEvent(change, named));
    if (named && !eventId) throw new NotFoundError();
    return { ...item, eventId };
  }

  /**
   * After an item was written (contract section 0, rule 18): lists are sent whole.
   * @param present the item before; null for a new one
   * @throws LimitReachedError there is as much as anybody needs; an editor fills no more than their organization's share
   */
  async assertWithinLimits(
    change: WriteContext,
    table: ItemTable,
    next: ListedItem,
    present: ListedItem | null,
  ): Promise<void> {
    const { isAdmin } = change.member;
    const isCounted = present && (isAdmin || present.organizationId === next.organizationId);
    const before = isCounted ? sizeOf(present) : NOTHING;
    const after = sizeOf(next);
    const isAdded = after.items > before.items;
    if (!isAdded && after.bytes <= before.bytes) return;
    const most = isAdmin ? MAX_LISTED.school : MAX_LISTED.organization;
    const found = await this.references.measureItems(change, table, isAdmin ? null : next.organizationId);
    if (isAdded && found.items > most.items)
      throw new LimitReachedError(`There are ${most.items} already: delete some first.`);
    if (found.bytes > most.megabytes * 1024 * 1024)
      throw new LimitReachedError(
        `All texts of this kind together have at most ${most.megabytes} MB${isAdmin ? '' : ' for an organization'}: shorten some first.`,
      );
  }
}

/** Items of a kind that a school may have, and that an organization's editors may add; and their texts in the list. */
const MAX_LISTED = {
  school: { items: 20_000, megabytes: 20 },
  organization: { items: 2_000, megabytes: 4 },
};

const NOTHING = { items: 0, bytes: 0 };

const sizeOf = ({ text, occurrences = 1 }: ListedItem): { items: number; bytes: number } => ({
  items: occurrences,
  bytes: occurrences * Buffer.byteLength(text ?? ''),
});

/** True where somebody is addressed who was not before, and not as a member of an organization. */
const addressesBeyondOrganizations = (next: Publication, present: Publication | null): boolean =>
  next.audienceType !== 'organizations' &&
  (next.audienceType !== present?.audienceType ||
    next.audienceYears.some((year) => !present.audienceYears.includes(year)));

/**
 * @throws NotFoundError not there for the caller
 * @throws NotAuthorizedError there, and not theirs to change
 * @throws StaleError `ifMatch` names another state than the present one
 */
export function assertMayChange<Body>(found: VisibleItem<Body> | null, ifMatch: string | undefined): void {
  if (!found) throw new NotFoundError();
  if (!found.managed) throw new NotAuthorizedError();
  assertMatches(ifMatch, found.body);
}
