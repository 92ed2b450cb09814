import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Member } from '../../../access/caller.js';
import { Clock } from '../../../clock/clock.js';
import { NotFoundError } from '../../../errors/app-error.js';
import { JsonText } from '../../../http/json-text.js';
import { EventNewsService } from '../news/event-news.service.js';
import { OrganizationAccessService } from '../../organizations/organization-access.service.js';
import { existingEventId } from '../event-id.js';
import type { EventResultBody, ResultInput, ResultsQuery } from './result.dto.js';
import { assertAgrees, assertMayEnd } from './result.policy.js';
import { ResultsRepository, type Contest } from './results.repository.js';

/** Results of an organization's events; each belongs to its event or occurrence, whatever becomes of the series. */
@Injectable()
export class ResultsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly results: ResultsRepository,
    private readonly organizations: OrganizationAccessService,
    private readonly news: EventNewsService,
    private readonly clock: Clock,
  ) {}

  /** With the record, of the events that the caller may see. */
  async list(member: Member, organizationId: string, { season }: ResultsQuery): Promise<JsonText> {
    const now = this.clock.now();
    return new JsonText(await this.results.findResults(member, organizationId, season ?? null, now));
  }

  /**
   * Writes the whole result; it is the caller's from then on.
   * @param quiet whether nobody is told of it
   * @throws NotFoundError the organization has no such event, or is not there for the caller
   * @throws NotAuthorizedError when the caller is no manager of the organization
   * @throws ValidationFailedError `not_open` before the event starts; when the outcome does not fit
   */
  put(
    member: Member,
    organizationId: string,
    eventId: string,
    input: ResultInput,
    { quiet = false } = {},
  ): Promise<EventResultBody> {
    return this.dataSource.transaction(async (manager) => {
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
      if (!quiet) await this.news.tellOfResult(manager, result);
      return this.results.put(manager, result);
    });
  }

  /**
   * Of an event without a result it succeeds.
   * @throws NotFoundError the organization has no such event, or is not there for the caller
   * @throws NotAuthorizedError when the caller is no manager of the organization
   */
  remove(member: Member, organizationId: string, eventId: string): Promise<void> {
    return this.dataSource.transaction(async (manager) => {
      const { rowId } = await this.lock(manager, member, organizationId, eventId);
      await this.news.takeBackResult(manager, rowId);
      await this.results.remove(manager, rowId);
    });
  }

  private async lock(
    manager: EntityManager,
    member: Member,
    organizationId: string,
    eventId: string,
  ): Promise<Contest> {
    await this.organizations.lockAsManager(manager, member, organizationId);
    const event = existingEventId(eventId);
    const contest = await this.results.lockContest(manager, member, organizationId, event, this.clock.now());
    if (!contest) throw new NotFoundError();
    return contest;
  }
}
