import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Member } from '../../../platform/auth/caller.js';
import { Clock } from '../../../platform/clock/clock.js';
import { invalidField, NotFoundError, ValidationFailedError } from '../../../platform/errors/app-error.js';
import { SerializedJson } from '../../../platform/http/prepared-json.js';
import { EventNotifications } from '../notifications/event-notifications.service.js';
import { OrganizationAccessService } from '../../../platform/auth/organization-access.service.js';
import { parseEventId } from '../events/event-details.js';
import type { EventResultBody, ResultInput, ResultsQuery } from './result.dto.js';
import { type Contest, ResultsRepository } from './results.repository.js';
import type { ResultOutcome } from '../events/event-values.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';
import { record } from '../../../platform/journal/recorded-changes.js';

type Agreement = (scoreFor: number, scoreAgainst: number) => boolean;

/** How the scores of an outcome compare (contract section 6, rule 5); of those that are not here it does not matter. */
const AGREES: Partial<Record<ResultOutcome, Agreement>> = {
  win: (scoreFor, scoreAgainst) => scoreFor > scoreAgainst,
  loss: (scoreFor, scoreAgainst) => scoreFor < scoreAgainst,
  tie: (scoreFor, scoreAgainst) => scoreFor === scoreAgainst,
};

/** @throws ValidationFailedError naming what does not fit the rest */
function assertAgrees(input: ResultInput): void {
  const { outcome } = input;
  const [scoreFor, scoreAgainst] = [input.score_for ?? null, input.score_against ?? null];
  const [place, fieldSize] = [input.place ?? null, input.field_size ?? null];
  if (scoreFor !== null && scoreAgainst !== null && AGREES[outcome]?.(scoreFor, scoreAgainst) === false)
    throw invalidField('outcome', 'outcome must agree with the scores');
  if (outcome === 'placed' && place === null) throw invalidField('place', 'place is required');
  if (place !== null && fieldSize !== null && place > fieldSize)
    throw invalidField('place', 'place must not be greater than field_size');
}

/**
 * From the instant at which it starts, an all-day event from its first day; what was called off has no result at once.
 * @throws ValidationFailedError `not_open`
 */
function assertMayEnd({ started, status }: Contest, { outcome }: ResultInput): void {
  if (started || (status === 'cancelled' && outcome === 'no_result')) return;
  throw new ValidationFailedError('The event has not started yet.', { reason: 'not_open' });
}

/** Results of an organization's events; each belongs to its event or occurrence, whatever becomes of the series. */
@Injectable()
export class ResultsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly results: ResultsRepository,
    private readonly organizations: OrganizationAccessService,
    private readonly news: EventNotifications,
    private readonly clock: Clock,
  ) {}

  /** With the record, of the events that the caller may see. */
  async list(member: Member, organizationId: string, { season }: ResultsQuery): Promise<SerializedJson> {
    const now = this.clock.now();
    return new SerializedJson(await this.results.findResults(member, organizationId, season ?? null, now));
  }

  /**
   * Writes the whole result; it is the caller's from then on.
   * @param isSilent whether nobody is notified of it
   * @throws NotFoundError the organization has no such event, or is not there for the caller
   * @throws NotAuthorizedError when the caller is no manager of the organization
   * @throws ValidationFailedError `not_open` before the event starts; when the outcome does not fit
   */
  put(
    member: Member,
    organizationId: string,
    eventId: string,
    input: ResultInput,
    { isSilent = false } = {},
  ): Promise<EventResultBody> {
    return this.transactions.run(async (manager) => {
      const contest = await this.lock(manager, member, organizationId, eventId);
      assertAgrees(input);
      assertMayEnd(contest, input);
      const result = {
        eventId: contest.rowId,
        schoolId: member.schoolId,
        organizationId,
        outcome: input.outcome,
        scoreFor: input.score_for ?? null,
        scoreAgainst: input.score_against ?? null,
        place: input.place ?? null,
        fieldSize: input.field_size ?? null,
        summary: input.summary ?? null,
        recordedByMembershipId: member.membershipId,
        updatedAt: this.clock.now(),
      };
      record({ manager, member }, { kind: 'event.result_posted', id: eventId });
      if (!isSilent) await this.news.tellOfResult(manager, result);
      return this.results.putResult(manager, result);
    });
  }

  /**
   * Removes the result of an event; succeeds where there is none.
   * @throws NotFoundError the organization has no such event, or is not there for the caller
   * @throws NotAuthorizedError when the caller is no manager of the organization
   */
  remove(member: Member, organizationId: string, eventId: string): Promise<void> {
    return this.transactions.run(async (manager) => {
      const { rowId } = await this.lock(manager, member, organizationId, eventId);
      await this.news.takeBackResult(manager, member.schoolId, rowId);
      await this.results.removeResult(manager, member.schoolId, rowId);
      record({ manager, member }, { kind: 'event.result_removed', id: eventId });
    });
  }

  private async lock(
    manager: EntityManager,
    member: Member,
    organizationId: string,
    eventId: string,
  ): Promise<Contest> {
    await this.organizations.lockAsManager(manager, member, organizationId);
    const event = parseEventId(eventId);
    const contest = await this.results.lockContest(manager, member, organizationId, event, this.clock.now());
    if (!contest) throw new NotFoundError();
    return contest;
  }
}
