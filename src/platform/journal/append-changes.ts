import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { changedTypeOf } from './change-kinds.js';
import type { Change } from './recorded-changes.js';

/** Heads are locked in the order of their schools, so that two that write to several never wait for each other. */
const APPEND = `
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
  from recorded join head using (school_id)`;

/** A path may write a uuid in capitals; the rest of the id of an occurrence is left as it is. */
const inSmallLetters = (id: string): string =>
  id.replace(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i, (uuid) => uuid.toLowerCase());

/** The last statement of a transaction but its audit entry and its commit. */
export async function appendChanges(
  connection: Pick<EntityManager, 'query'>,
  changes: Change[],
  now: Date,
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map((change, ordinal) => ({
    ordinal,
    school_id: change.schoolId,
    kind: change.kind,
    item_type: changedTypeOf(change.kind),
    item_id: inSmallLetters(change.id),
    membership_id: change.membershipId ?? null,
    audience: change.audience ?? null,
    audience_before: change.audienceBefore ?? null,
    ids: change.ids ?? null,
  }));
  await connection.query(APPEND, [JSON.stringify(rows), randomUUID(), now]);
}
