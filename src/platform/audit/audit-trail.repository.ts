import { auditedId, installationChain, currentOperation, type Operation } from './operation.js';

/** A connection, or a data source that takes any of its connections. */
interface Connection {
  query(statement: string, parameters?: unknown[]): Promise<unknown>;
}

/**
 * Inserts nothing where the transaction has changed nothing, except with $11. The trigger of the table locks the head of each
 * chain: ordered by school, so that two transactions never wait for each other in a circle.
 */
const APPEND = `
  insert into audit_entries
    (school_id, at, actor_kind, actor_id, membership_id, operator, reason, operation, item_type, item_id, source)
  select school.id, $2, $3, $4,
    (select m.id from memberships m where m.school_id = school.id and m.user_id = $4), $5, $6, $7, $8, $9, $10
  from unnest($1::uuid[]) school(id)
  where $11 or pg_current_xact_id_if_assigned() is not null
  order by school.id
  returning 1`;

/** @param always also where nothing has changed: for commands that only read */
export async function appendEntry(
  connection: Connection,
  operation: Operation,
  always = false,
): Promise<void> {
  const { actor, item, schoolIds } = operation;
  const written = (await connection.query(APPEND, [
    schoolIds.length > 0 ? schoolIds : [installationChain(operation)],
    operation.now(),
    actor.kind,
    actor.id,
    actor.operator,
    actor.reason,
    operation.name,
    item?.type ?? null,
    item ? auditedId(item.id) : null,
    operation.source,
    always,
  ])) as unknown[];
  operation.entries += written.length;
}

/**
 * An entry of the command under way, where none of its transactions has written one: it has only read, or worked on what was
 * no database yet. Nothing where the trail is not there (yet).
 */
export async function appendCommand(connection: Connection): Promise<void> {
  const operation = currentOperation();
  if (!operation || operation.entries > 0) return;
  const [trail] = (await connection.query(
    `select to_regclass('audit_entries') is not null as "isThere"`,
  )) as {
    isThere: boolean;
  }[];
  if (trail?.isThere) await appendEntry(connection, operation, true);
}
