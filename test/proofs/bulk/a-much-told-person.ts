import type { DataSource } from 'typeorm';
import { insertRow } from '../../support/database/insert-row.js';

/** Somebody who has been told so much: about 2.5 KB of an export each time. @returns their email */
export async function aMuchToldPerson(dataSource: DataSource, times: number): Promise<string> {
  const email = 'told@example.org';
  const at = new Date();
  const school_id = await insertRow(dataSource, 'schools', {
    ...{ short_name: 'told', name: 'Invented School', time_zone: 'UTC', country: 'US', locale: 'en-US' },
  });
  const user_id = await insertRow(dataSource, 'users', { email, email_verified_at: at, created_at: at });
  const membership_id = await insertRow(dataSource, 'memberships', {
    ...{ school_id, user_id, role: 'parent', joined_at: at },
  });
  await dataSource.query(
    `insert into notifications (school_id, membership_id, kind, title, body, target_type, target_id, created_at)
     select $1, $2, 'notice_created', 'Told', repeat(md5(n::text), 64), 'notice', n, now() - n * interval '1 second'
     from generate_series(1, $3::integer) n`,
    [school_id, membership_id, times],
  );
  return email;
}
