/* JournalRepository */

-- findBehind
select head.school_id as "schoolId" from journal_heads head
left join journal_positions reached on reached.school_id = head.school_id and reached.subscriber = $1
where head.sequence > coalesce(reached.sequence, 0) and exists (select from schools here where here.id = head.school_id and here.moved_at is null) order by head.school_id;

-- lockPosition
insert into journal_positions (subscriber, school_id, sequence) values ($1, $2, 0) on conflict do nothing;

select sequence from journal_positions where subscriber = $1 and school_id = $2
for update skip locked;

select sequence from journal_positions where subscriber = $1 and school_id = $2
for update;

-- movePosition
UPDATE "journal_positions" SET "sequence" = $1 WHERE ("subscriber" = $2 AND "school_id" = $3);

-- readAfter
select school_id as "schoolId", sequence, at, kind, item_type as "itemType", item_id as "itemId",
  membership_id as "membershipId", audience, audience_before as "audienceBefore", ids
from changes where school_id = $1 and sequence > $2 order by sequence limit $3;
