import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CLAIM } from '../signups.sql.js';
import { isTurnedOn } from '../../../policy/school-feature.js';
import { queryPrepared } from '../../../platform/database/prepared-statement.js';
import { isMemberStill } from '../../../policy/organization-access.js';
import { utcText } from '../../../platform/database/utc-text.js';
import { isSignupOpened } from '../../../policy/signup-visibility.js';

/** $1: the person, $2: a school or null, $3: now. */
const MY_CLAIMS = `
  select json_build_object('claims', coalesce(json_agg(one), '[]'))::text as text from (
    select ${CLAIM}, c.school_id, s.title as signup_title, i.title as item_title,
      ${utcText('i.starts_at')} as starts_at, ${utcText('i.ends_at')} as ends_at, s.location
    from memberships m join schools school on school.id = m.school_id
      join signup_claims c on c.school_id = m.school_id and c.membership_id = m.id and c.status <> 'withdrawn'
      join signup_items i on i.school_id = c.school_id and i.id = c.item_id
      join signups s on s.school_id = c.school_id and s.id = c.signup_id
    where m.user_id = $1 and ${isMemberStill('m', '$3')} and ($2::uuid is null or m.school_id = $2)
      and ${isTurnedOn('school', 'signups')} and ${isSignupOpened('s', '$3')}
    order by i.starts_at nulls last, c.created_at, c.id) one`;

@Injectable()
export class MyClaimsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async isMember(userId: string, schoolId: string, now: Date): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      `select 1 from memberships m where m.user_id = $1 and m.school_id = $2 and ${isMemberStill('m', '$3')}`,
      [userId, schoolId, now],
    );
    return rows.length > 0;
  }

  /** Not withdrawn, as text that the database has written. */
  async find(userId: string, schoolId: string | null, now: Date): Promise<string> {
    const parameters = [userId, schoolId, now];
    const [row] = await queryPrepared<{ text: string }>(this.dataSource, MY_CLAIMS, parameters);
    return row!.text;
  }
}
