import type { DataSource } from 'typeorm';

/** What a write leaves behind that was done by half, each as a question for the rows that show it. */
const TRACES: Record<string, string> = {
  'a response to a poll without an answer to each of its questions': `
    select from poll_responses r where r.submitted_at is not null and (select count(*) from poll_answers a where a.response_id = r.id)
      <> (select count(*) from poll_questions q where q.poll_id = r.poll_id)`,
  'more places given than there are': `
    select from signup_items i where (select sum(quantity) from signup_claims c
      where c.item_id = i.id and c.status = 'confirmed') > i.capacity`,
  'somebody who waits for a place that is free': `
    select from signup_items i
    join lateral (select quantity from signup_claims c where c.item_id = i.id and c.status = 'waitlisted'
      order by queued_at, id limit 1) head on true
    where head.quantity <= i.capacity - (select coalesce(sum(quantity), 0) from signup_claims c
      where c.item_id = i.id and c.status = 'confirmed')`,
  'a notification of nothing': `
    select from notifications n where not exists (
      select from notices where id::text = n.target_id union all select from signups where id::text = n.target_id
      union all select from permission_slips where id::text = n.target_id)`,
  'a notification without its mail': `
    select from notifications n where not exists (select from mails d where d.notification_id = n.id)`,
  'a notice of which not everybody was told': `
    select from notices i join memberships m on m.school_id = i.school_id
    where m.id <> i.created_by_membership_id and not exists (
      select from notifications n where n.target_id = i.id::text and n.membership_id = m.id)`,
  'an answer to a slip without its student': `
    select from permission_slip_responses r where not exists (
      select from permission_slip_response_students s where s.response_id = r.id
        and s.is_current = (r.state = 'current'))`,
  'an answer to a slip without the text that was answered': `
    select from permission_slip_responses r where not exists (
      select from permission_slip_versions v where v.slip_id = r.slip_id and v.sha256 = r.statement_sha256)`,
  'revisions of an answer with a gap, or with two that count': `
    select from permission_slip_responses group by chain_id
    having max(revision) <> count(*) or count(*) filter (where state <> 'superseded') > 1`,
  'an answer to a slip that the other guardian was not told of': `
    select from permission_slip_responses r
    join permission_slip_response_students s on s.response_id = r.id
    join guardians g on g.student_id = s.student_id and g.membership_id <> r.signed_by_membership_id
    where not exists (select from notifications n where n.membership_id = g.membership_id
      and n.kind = 'slip_answered_by_other_guardian' and n.target_id = r.slip_id::text)`,
  'a repeatable write without its answer': `select from idempotency_keys where status = 0`,
};

/** What there is of them, and how often. */
export async function halfRows(dataSource: DataSource): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [what, rows] of Object.entries(TRACES)) {
    const [{ count } = { count: 0 }] = await dataSource.query<{ count: number }[]>(
      `select count(*)::int as count from (${rows}) as trace`,
    );
    if (count > 0) found[what] = count;
  }
  return found;
}
