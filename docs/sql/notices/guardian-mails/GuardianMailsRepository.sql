/* GuardianMailsRepository */

-- findUntold
select distinct g.email from notices notice
join students s on s.school_id = notice.school_id and s.archived_at is null and case notice.audience_type when 'school' then true
when 'graduation_years' then s.graduation_year = any (notice.audience_years)
when 'organizations' then exists (select from organization_students enrolled
  join organizations o on o.school_id = enrolled.school_id and o.id = enrolled.organization_id and o.archived_at is null
  where enrolled.school_id = s.school_id and enrolled.student_id = s.id
    and enrolled.organization_id = any (notice.audience_organization_ids))
else false end
join family_guardians g on g.school_id = s.school_id and g.student_id = s.id and coalesce(g.membership_id, g.shared_membership_id) is null
  and not exists (select from guardians apart where apart.school_id = s.school_id and apart.student_id = s.id
    and apart.restricted_at is not null and apart.email = g.email)
where notice.school_id = $1 and notice.id = $3 and notice.alerted_at is not null and notice.reach = 'guardians' and notice.starts_at <= $2 and notice.expires_at > $2 and g.email is not null and not g.disowned
and not exists (select from guardians ended where ended.school_id = g.school_id and ended.email = g.email
  and ended.mails_ended_at is not null)
and not exists (select from user_addresses own join memberships m on m.user_id = own.user_id and m.school_id = g.school_id
  where own.email = g.email)
and not exists (select from user_addresses own join member_departures d on d.user_id = own.user_id and d.school_id = g.school_id
  where own.email = g.email)
  and not exists (select from mails mail where mail.email = g.email and mail.kind = 'guardian_notice'
    and mail.subject = notice.id::text and mail.school_id = notice.school_id)
order by g.email;
