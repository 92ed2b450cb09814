import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { NotAuthorizedError, NotFoundError } from '../../errors/app-error.js';
import { assertMatches } from '../../http/entity-tag.js';
import type { Seen } from './calendar.repository.js';
import { CalendarWritesRepository, type Change } from './calendar-writes.repository.js';
import type { EventDetails } from './event-details.js';

/** Who may change what of the calendar (contract section 0.2), asked inside of the transaction of the change. */
@Injectable()
export class CalendarRightsService {
  constructor(private readonly calendar: CalendarWritesRepository) {}

  /**
   * Admins publish anything, editors for an organization on which they hold a live grant.
   * @param present what is there, and is asked about no more
   * @throws NotAuthorizedError for the whole school, or for an organization that the caller does not manage
   * @throws NotFoundError an organization, a category or an audience of another school, or none at all
   */
  async assertMayPublish(change: Change, details: EventDetails, present: EventDetails | null): Promise<void> {
    const { organizationId, categoryId, audienceOrganizationIds } = details;
    const moves = !present || present.organizationId !== organizationId;
    if (moves && !organizationId && !change.member.isAdmin) throw new NotAuthorizedError();
    const found = await this.calendar.findReferences(change, details);
    if (moves && organizationId) {
      if (!found.organization) throw new NotFoundError();
      if (found.organization !== 'managed') throw new NotAuthorizedError();
    }
    if (categoryId && categoryId !== present?.categoryId && !found.category) throw new NotFoundError();
    const sameAudience = isDeepStrictEqual(audienceOrganizationIds, present?.audienceOrganizationIds);
    if (!sameAudience && !found.audience) throw new NotFoundError();
  }
}

/**
 * @throws NotFoundError not there for the caller
 * @throws NotAuthorizedError there, and not theirs to change
 * @throws StaleError `ifMatch` names another state than the present one
 */
export function assertMayChange<Body>(seen: Seen<Body> | null, ifMatch: string | undefined): void {
  if (!seen) throw new NotFoundError();
  if (!seen.managed) throw new NotAuthorizedError();
  assertMatches(ifMatch, seen.body);
}
