/* ChangesService */

-- tell
select sequence::float8 as sequence, at, kind, item_type as "itemType", item_id as "itemId",
  membership_id as "membershipId", audience, audience_before as "audienceBefore",
case when item_type = 'notification' then (
  select jsonb_build_object('notifications', jsonb_agg(own.id))
  from rows from (jsonb_array_elements_text(ids -> 'readers'), jsonb_array_elements_text(ids -> 'notifications'))
    as own(reader, id) where own.reader = $4)
else ids end as ids
from changes where school_id = $1 and sequence > $2 and sequence <= $3 and
(ids is null or not ids ? 'readers' or ids -> 'readers' ? $4)
and (item_type not in ('list', 'note') or membership_id = $4::uuid or ids ? 'readers')
order by sequence limit $5;
