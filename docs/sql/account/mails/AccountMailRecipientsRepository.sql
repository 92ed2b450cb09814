/* AccountMailRecipientsRepository */

-- findRecipients
select mail.id, person.id as "userId", coalesce(mail.email, person.email) as email, school.locale,
  school.time_zone as "timeZone"
from jsonb_to_recordset($1::jsonb) as mail(id uuid, user_id uuid, email text, is_by_address boolean)
left join users person on person.id = case when mail.is_by_address
  then (select user_id from user_addresses held where held.email = mail.email and (held.verified_at is not null
or not exists (select from user_addresses proven where proven.user_id = held.user_id and proven.verified_at is not null))) else mail.user_id end
left join lateral (
  select of.locale, of.time_zone from memberships m join schools of on of.id = m.school_id where m.user_id = person.id
  order by m.deactivated_at is not null, m.joined_at, m.id limit 1) school on true;
