/* append-changes */

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
