/* SignupQueueRepository */

-- confirmFirst
update signup_claims promoted set status = 'confirmed', updated_at = $3
from (
  select waiting.id, item.capacity - (select coalesce(sum(taken.quantity), 0) from signup_claims taken
      where taken.school_id = item.school_id and taken.item_id = item.id and taken.status = 'confirmed') as free,
    sum(waiting.quantity) over (partition by item.id order by waiting.queued_at, waiting.id) as wanted
  from signup_claims waiting join signup_items item on item.school_id = waiting.school_id and item.id = waiting.item_id
  where item.school_id = $1 and item.id = any ($2::uuid[]) and waiting.status = 'waitlisted'
    and (item.capacity is null or waiting.quantity <= item.capacity)
    and (item.starts_at is null or item.starts_at > $3)
) queue
where promoted.school_id = $1 and promoted.id = queue.id and (queue.free is null or queue.wanted <= queue.free)
returning promoted.membership_id as "membershipId";
