import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Member } from '../../../platform/auth/caller.js';
import { FIND_VIEWER, viewerParameters } from '../../../policy/audience.js';
import { EVENT_ORDER, isRetained } from './calendar.sql.js';
import { FROM_SCHEDULE, OF_ORGANIZATION, SCHEDULE_EVENT } from '../results/organization-record.js';
import type { Days } from './calendar.repository.js';

const SCHEDULE = `
  with ${FIND_VIEWER}
  select '{"events":' || coalesce(json_agg(item), '[]')::text || '}' as text from (
    select ${SCHEDULE_EVENT} from ${FROM_SCHEDULE}
    where ${OF_ORGANIZATION} and ${isRetained('e')}
      and e.end_date >= coalesce($6::date, e.end_date) and e.start_date <= coalesce($7::date, e.start_date)
    order by ${EVENT_ORDER}) item`;

@Injectable()
export class ScheduleRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The schedule as text that the database has written: one round trip, no entities. */
  async findSchedule(member: Member, organizationId: string, { from, to }: Days, now: Date): Promise<string> {
    const parameters = [...viewerParameters(member, now), organizationId, from ?? null, to ?? null];
    const [row] = await this.dataSource.query<[{ text: string }]>(SCHEDULE, parameters);
    return row.text;
  }
}
