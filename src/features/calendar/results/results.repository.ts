import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Member } from '../../../platform/auth/caller.js';
import { FIND_VIEWER, viewerParameters } from '../../../policy/audience.js';
import { isEvent } from '../events/calendar.sql.js';
import type { EventReference } from '../events/event-details.js';
import { EventResult } from './event-result.entity.js';
import type { EventStatus } from '../events/event-values.js';
import type { EventResultBody } from './result.dto.js';
import {
  FROM_SCHEDULE,
  HAS_STARTED,
  IS_LISTED_RESULT,
  NEWEST_FIRST,
  OF_ORGANIZATION,
  OUTCOMES,
  recordOf,
  RESULT,
} from './organization-record.js';

/** The event that a result is recorded for. */
export interface Contest {
  /** Id of the row: an occurrence has another id to the outside. */
  rowId: string;
  status: EventStatus;
  started: boolean;
}

const IN_SEASON = '($6::text is null or requested.season = $6)';

const RESULTS = `
  with ${FIND_VIEWER}
  select json_build_object(
    'record', (select ${recordOf('coalesce($6, requested.season)')} from (${OUTCOMES} and ${IN_SEASON}) outcomes),
    'results', coalesce((select json_agg(${RESULT} order by ${NEWEST_FIRST}) from ${FROM_SCHEDULE}
      where ${OF_ORGANIZATION} and ${IS_LISTED_RESULT} and r.event_id is not null and ${IN_SEASON}), '[]'))::text as text
  from organizations requested where requested.school_id = $1 and requested.id = $5`;

// Cancelled events are included. A change of the event or its series waits for this lock, and this one for such a change.
const lockContest = (condition: string): string => `
  with ${FIND_VIEWER}
  select e.id as "rowId", e.status, ${HAS_STARTED} as started from events e
  where ${OF_ORGANIZATION} and ${condition} for share of e`;

@Injectable()
export class ResultsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The results as text that the database has written: one round trip, no entities. */
  async findResults(
    member: Member,
    organizationId: string,
    season: string | null,
    now: Date,
  ): Promise<string> {
    const parameters = [...viewerParameters(member, now), organizationId, season];
    const [row] = await this.dataSource.query<[{ text: string }]>(RESULTS, parameters);
    return row.text;
  }

  /** Null when the organization has no such event; locked until the transaction ends. */
  async lockContest(
    manager: EntityManager,
    member: Member,
    organizationId: string,
    event: EventReference,
    now: Date,
  ): Promise<Contest | null> {
    const [condition, added] = isEvent(event, 6);
    const parameters = [...viewerParameters(member, now), organizationId, ...added];
    const [contest] = await manager.query<Contest[]>(lockContest(condition), parameters);
    return contest ?? null;
  }

  /** @returns as the API shows it */
  async putResult(manager: EntityManager, result: EventResult): Promise<EventResultBody> {
    await manager.getRepository(EventResult).upsert(result, ['schoolId', 'eventId']);
    const [row] = await manager.query<[{ result: EventResultBody }]>(
      `select ${RESULT} as result from ${FROM_SCHEDULE} where e.school_id = $1 and e.id = $2`,
      [result.schoolId, result.eventId],
    );
    return row.result;
  }

  async removeResult(manager: EntityManager, schoolId: string, eventId: string): Promise<void> {
    await manager.getRepository(EventResult).delete({ schoolId, eventId });
  }
}
