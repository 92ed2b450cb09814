/* JournalRepository */

-- appendChanges
with recorded as (
  select change.*, row_number() over (partition by change.school_id order by change.ordinal) as number,
    count(*) over (partition by change.school_id) as total
  from jsonb_to_recordset($1) change(ordinal int, school_id uuid, kind text, item_type text,
    item_id text, membership_id uuid, audience jsonb, audience_before jsonb, ids jsonb)
), head as (
  insert into journal_heads (school_id, sequence)
  select distinct school_id, total from recorded order by school_id
  on conflict (school_id) do update set sequence = journal_heads.sequence + excluded.sequence
  returning school_id, sequence
)
insert into changes
  (school_id, sequence, at, transaction_id, kind, item_type, item_id, membership_id, audience, audience_before, ids)
select recorded.school_id, head.sequence - recorded.total + recorded.number, $3, $2, recorded.kind,
  recorded.item_type, recorded.item_id, recorded.membership_id, recorded.audience, recorded.audience_before, recorded.ids
from recorded join head using (school_id);

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
