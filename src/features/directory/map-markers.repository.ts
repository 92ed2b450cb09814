import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Member } from '../../access/caller.js';
import { addressVisible, isOwn, type Viewer } from '../../access/privacy-mask.js';
import { queryPrepared } from '../../database/prepared-statement.js';

const VIEWER: Viewer = { membership: '$2', admin: '$3' };

const MARKERS = `
  select '{"markers":' || coalesce(json_agg(marker), '[]')::text || '}' as text from (
    select s.id as student_id, s.first_name, s.last_name, s.first_name || ' ' || s.last_name as name,
      s.graduation_year, s.latitude, s.longitude, ${isOwn('s', VIEWER)} as is_own,
      star.student_id is not null as starred
    from students s left join stars star on star.student_id = s.id and star.membership_id = $2
    where s.school_id = $1 and s.archived_at is null and s.latitude is not null and s.longitude is not null
      and ${addressVisible('s', VIEWER)}
      and (not $4::boolean or star.student_id is not null)
    order by s.last_name, s.first_name, s.id
  ) marker`;

@Injectable()
export class MapMarkersRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** As text that the database has written: one round trip, no entities. */
  async find(member: Member, filter: { starredOnly: boolean }): Promise<string> {
    const [row] = await queryPrepared<{ text: string }>(this.dataSource, MARKERS, [
      member.schoolId,
      member.membershipId,
      member.isAdmin,
      filter.starredOnly,
    ]);
    return row!.text;
  }
}
