/* MyMailRepository */

-- choose
insert into mail_choices (membership_id, school_id, token, kinds, unsubscribed_at)
select m.id, m.school_id, $5, $3::jsonb, case when $4::boolean then $6::timestamptz end
from memberships m where m.user_id = $1 and m.school_id = $2 and m.deactivated_at is null for key share
on conflict (school_id, membership_id) do update set kinds = mail_choices.kinds || excluded.kinds,
  unsubscribed_at = case $4::boolean when true then coalesce(mail_choices.unsubscribed_at, $6)
    when false then null else mail_choices.unsubscribed_at end
returning membership_id as id;

-- findChosen
select m.school_id, coalesce(choice.kinds, '{}') as kinds, choice.unsubscribed_at is not null as paused
from memberships m join schools school on school.id = m.school_id
left join mail_choices choice on choice.school_id = m.school_id and choice.membership_id = m.id
where m.user_id = $1 and m.deactivated_at is null order by school.name, school.id;

-- findQuiet
SELECT "QuietHours"."user_id" AS "QuietHours_user_id", "QuietHours"."begins" AS "QuietHours_begins",
  "QuietHours"."ends" AS "QuietHours_ends"
FROM "quiet_hours" "QuietHours"
WHERE (("QuietHours"."user_id" = $1))
LIMIT 1;

-- saveQuiet
insert into quiet_hours (user_id, begins, ends) select id, $2, $3 from users where id = $1 for key share
on conflict (user_id) do update set begins = excluded.begins, ends = excluded.ends;
