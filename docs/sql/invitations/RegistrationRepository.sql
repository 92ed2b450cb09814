/* RegistrationRepository */

-- consume
with consumed as (
   update invitations set consumed_at = $1 where consumed_at is null and email = any (array(
select own.email from user_addresses asked join user_addresses own on own.user_id = asked.user_id
where asked.email = $2 and asked.verified_at is not null and own.verified_at is not null
union select $2::text)) and not exists (
    select 1 from memberships m
    where m.user_id = $3 and m.school_id = invitations.school_id and m.deactivated_at is not null
      and not m.ended_without_students)
     and invitations.created_at > $1::timestamptz - interval '60 days'
   returning *)
 select id, school_id as "schoolId", role, coalesce((
   select json_agg(json_build_object('studentId', student_id, 'relation', relation) order by student_id)
   from invitation_students named
   where named.school_id = consumed.school_id and named.invitation_id = consumed.id), '[]') as students
 from consumed order by created_at, id;

-- consumeForSchool
with consumed as (
   update invitations set consumed_at = $1 where consumed_at is null and email = any (array(
select own.email from user_addresses asked join user_addresses own on own.user_id = asked.user_id
where asked.email = $2 and asked.verified_at is not null and own.verified_at is not null
union select $2::text)) and school_id = $3
     and invitations.created_at > $1::timestamptz - interval '60 days'
   returning *)
 select id, school_id as "schoolId", role, coalesce((
   select json_agg(json_build_object('studentId', student_id, 'relation', relation) order by student_id)
   from invitation_students named
   where named.school_id = consumed.school_id and named.invitation_id = consumed.id), '[]') as students
 from consumed order by created_at, id;

-- saveInvitation
INSERT INTO "invitation_students"("invitation_id", "student_id", "school_id", "relation")
VALUES ($1, $2, $3, $4);

INSERT INTO "invitations"("id", "school_id", "email", "role", "created_at", "consumed_at", "sent_at")
VALUES (DEFAULT, $1, $2, $3, $4, $5, DEFAULT)
RETURNING "id";

-- schoolsFor
with as_guardian as (
       select distinct g.school_id from guardians g
       join schools school on school.id = g.school_id and school.guardians_may_register
       join students s on s.school_id = g.school_id and s.id = g.student_id and s.archived_at is null
       where g.email = any (array(
select own.email from user_addresses asked join user_addresses own on own.user_id = asked.user_id
where asked.email = $2 and asked.verified_at is not null and own.verified_at is not null
union select $2::text)) and g.membership_id is null and g.source_id is not null and not g.disowned
         and not exists (select from memberships m where m.school_id = g.school_id and m.user_id = $1
           and (m.deactivated_at is null or not m.ended_without_students))
         and not exists (select from member_departures d where d.school_id = g.school_id and d.user_id = $1))
     select school.id as "schoolId", school.id in (select school_id from as_guardian) as "mayRegister"
     from schools school where school.id in (
       select school_id from as_guardian
       union select school_id from invitations where email = any (array(
select own.email from user_addresses asked join user_addresses own on own.user_id = asked.user_id
where asked.email = $2 and asked.verified_at is not null and own.verified_at is not null
union select $2::text)) and consumed_at is null)
     order by school.id;
