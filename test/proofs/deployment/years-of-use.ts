import { fillSchool } from '../../support/large-school.factory.js';
import { aSchool } from '../../support/school.factory.js';
import type { TestApp } from '../../support/test-app.js';

/** Sent mail, polls that are over and answered slips of a large school, beside its people. */
export async function fillYears(t: TestApp): Promise<void> {
  const school = await aSchool(t);
  await fillSchool(t, school);
  for (const statement of [MAIL, POLLS, SLIPS, ANSWERS]) await t.dataSource.query(statement, [school.id]);
  await t.dataSource.query('analyze');
}

const OVER = `now() - interval '1 year'`;

const MAIL = `with told as (
    insert into notifications (school_id, membership_id, kind, title, target_type, target_id, created_at)
    select $1::uuid, m.id, 'notice_created', 'Field day', 'notice', i::text, ${OVER}
    from (select id from memberships where school_id = $1 limit 2000) m, generate_series(1, 10) i returning id)
  insert into mail_deliveries (school_id, notification_id, state, due_at, created_at, ended_at)
  select $1::uuid, id, 'sent', ${OVER}, ${OVER}, ${OVER} from told`;

const POLLS = `insert into polls (school_id, title, audience_type, opens_at, closes_at, results_visibility, alerted_at, source,
    source_id, created_at, updated_at)
  select $1::uuid, 'Poll ' || i, 'school', ${OVER}, ${OVER}, 'never', ${OVER}, 'content', i::text, ${OVER}, ${OVER}
  from generate_series(1, 3000) i`;

const SLIPS = `insert into permission_slips (school_id, title, body, statement, audience_type, opens_at, closes_at,
    visible_until, alerted_at, source, source_id, created_at, updated_at)
  select $1::uuid, 'Trip ' || i, '<p>We leave at 8:30.</p>', 'I agree.', 'school', ${OVER}, ${OVER},
    ${OVER}, ${OVER}, 'content', i::text, ${OVER}, ${OVER}
  from generate_series(1, 3000) i`;

const ANSWERS = `insert into permission_slip_responses (chain_id, revision, school_id, slip_id, state, decision, account_email,
    statement_version, statement_sha256, created_at)
  select gen_random_uuid(), 1, school_id, id, 'current', 'granted', 'somebody@example.org', 1, 'none', ${OVER}
  from permission_slips, generate_series(1, 7) where school_id = $1`;
