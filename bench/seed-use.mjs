/** Notifications of each caller: half a year of them. */
export const NEWS = 100;

/** Rows that use leaves behind, of each enough to say what one takes: sign-ins, news, and who looked at whom. */
export async function addUse(db) {
  await db.query(
    `with signed_in as (
       insert into user_sessions (user_id, created_at, expires_at, last_used_at)
       select user_id, now(), now() + interval '30 days', now() from memberships returning id)
     insert into refresh_tokens (token_hash, session_id, expires_at, spent_at)
     select encode(sha256((id::text || nth)::bytea), 'base64'), id, now() + interval '30 days', now()
     from signed_in, generate_series(1, 5) nth`,
  );
  await db.query(
    `with told as (
       insert into notifications (school_id, membership_id, kind, title, target_type, target_id, created_at)
       select m.school_id, m.id, 'notice_published', 'Something of the length that titles have', 'notice',
         gen_random_uuid()::text, now()
       from memberships m join users u on u.id = m.user_id,
         generate_series(1, case when u.email like '%@caller.example' then $1::int else 5 end) returning id, school_id)
     insert into mails (school_id, notification_id, state, attempts, due_at, created_at, ended_at)
     select school_id, id, 'sent', 1, now(), now(), now() from told`,
    [NEWS],
  );
  await db.query(
    `create table disclosures_until_9999_01 partition of disclosures for values from (minvalue) to (maxvalue)`,
  );
  await db.query(
    `insert into disclosures (school_id, subject, subject_id, since, reader_membership_id, reader_role, operation,
       resource_id, unmasked, count, last_at)
     select school_id, 'contact', id, date_trunc('hour', now()), membership_id, 'parent', 'getStudent', student_id,
       false, 1, now() from guardians where membership_id is not null`,
  );
}
