/* MemberProfilesRepository */

-- lockMemberships
select school_id as "schoolId", id as "membershipId" from memberships where user_id = $1
order by school_id for no key update;

-- setVisibility
update member_departures set profile_visibility = $2 where user_id = $1 and profile_visibility <> $2;

update memberships set profile_visibility = $2, hidden_by_default = false
where user_id = $1 and (profile_visibility <> $2 or hidden_by_default);

-- unifyVisibility
with choice as (
       select case when bool_or(profile_visibility = 'name_only') then 'name_only' else 'full' end as visibility
       from (
select profile_visibility from memberships where user_id = $1 and not hidden_by_default
union all
select g.profile_visibility from memberships m
  join guardians linked on linked.school_id = m.school_id and linked.membership_id = m.id
  join guardians g on
(g.school_id = linked.school_id and g.student_id = linked.student_id and (
  g.id = linked.id or g.shared_membership_id = linked.membership_id
  or g.membership_id is null and
(g.school_id = linked.school_id and g.student_id = linked.student_id
  and g.email = linked.email
  and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
    select
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
    where m.school_id = linked.school_id and m.id = linked.membership_id)))))
where m.user_id = $1 and not g.hidden_by_default) choices)
     update memberships set profile_visibility = choice.visibility, hidden_by_default = false from choice
     where user_id = $1 and (choice.visibility = 'name_only' or not hidden_by_default)
       and (profile_visibility <> choice.visibility or hidden_by_default);
