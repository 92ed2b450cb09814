/* PollTalliesRepository */

-- addToTally
update poll_choices c set times = c.times + coalesce(($3::jsonb ->> c.id::text)::int, 0)
from poll_questions q
where q.school_id = $1 and q.poll_id = $2 and c.school_id = q.school_id and c.question_id = q.id;

update poll_tallies set counted = counted + $3, waiting = $4, waiting_count = $5
where school_id = $1 and poll_id = $2;

-- findPending
select p.id, p.school_id as "schoolId", coalesce(p.closes_at <= $1::timestamptz, false) as closed from polls p
where (p.anonymous and (exists (
select from poll_responses r join poll_answers a on a.school_id = r.school_id and a.response_id = r.id
where r.school_id = p.school_id and r.poll_id = p.id) or p.closes_at <= $1::timestamptz and exists (
select from poll_tallies t where t.school_id = p.school_id and t.poll_id = p.id
  and t.waiting is not null and t.waiting_count >= 3))) and exists (select from schools here where here.id = p.school_id and here.moved_at is null) order by p.id limit 1;

-- findTally
SELECT "PollTally"."school_id" AS "PollTally_school_id",
  "PollTally"."poll_id" AS "PollTally_poll_id", "PollTally"."counted" AS "PollTally_counted",
  "PollTally"."waiting" AS "PollTally_waiting",
  "PollTally"."waiting_count" AS "PollTally_waiting_count"
FROM "poll_tallies" "PollTally"
WHERE (("PollTally"."school_id" = $1) AND ("PollTally"."poll_id" = $2))
LIMIT 1;

-- insertRespondent
insert into poll_responses (school_id, poll_id, user_id) values ($1, $2, $3)
on conflict on constraint poll_responses_once_key do nothing
returning id;

-- lockTally
SELECT "PollTally"."school_id" AS "PollTally_school_id",
  "PollTally"."poll_id" AS "PollTally_poll_id", "PollTally"."counted" AS "PollTally_counted",
  "PollTally"."waiting" AS "PollTally_waiting",
  "PollTally"."waiting_count" AS "PollTally_waiting_count"
FROM "poll_tallies" "PollTally"
WHERE (("PollTally"."school_id" = $1) AND ("PollTally"."poll_id" = $2))
LIMIT 1 FOR UPDATE;

insert into poll_tallies (school_id, poll_id) select school_id, id from polls where school_id = $1 and id = $2
on conflict do nothing;

-- shuffleRespondents
select u.id from users u
where u.id in (select r.user_id from poll_responses r where r.school_id = $1 and r.poll_id = $2)
order by u.id for key share of u;

with marks as (
  delete from poll_responses where school_id = $1 and poll_id = $2 returning school_id, poll_id, user_id
)
insert into poll_responses (school_id, poll_id, user_id)
select school_id, poll_id, user_id from marks order by random();

-- takeLegacyAnswers
with gone as (
  delete from poll_answers where school_id = $1
    and (response_id, question_id) in (select a.response_id, a.question_id
from poll_answers a join poll_responses r on r.school_id = a.school_id and r.id = a.response_id
where r.school_id = $1 and r.poll_id = $2)
  returning response_id, choice_id
), chosen as (select choice_id, count(*)::int as times from gone group by choice_id)
select (select count(distinct response_id)::int from gone) as respondents,
  (select coalesce(json_object_agg(choice_id, times), '{}') from chosen) as times;
