/* MailChoicesRepository */

-- findUnsubscribed
select unsubscribed_at as "unsubscribedAt", token as "mailToken" from mail_choices
where school_id = $1 and membership_id = $2 and unsubscribed_at is not null;

-- open
insert into mail_choices (membership_id, school_id, token)
select m.id, m.school_id, owed.token
from unnest($1::uuid[], $2::uuid[], $3::text[]) as owed(school_id, notification_id, token)
join notifications n on n.school_id = owed.school_id and n.id = owed.notification_id
join memberships m on m.school_id = n.school_id and m.id = n.membership_id
where not exists (select from mail_choices choice
  where choice.school_id = m.school_id and choice.membership_id = m.id)
order by m.id for key share of m
on conflict do nothing;
