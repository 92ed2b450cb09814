import type { ClientBase } from 'pg';

/** Sends a statement on, as it is or another one in its place. */
type Send = (statement: unknown) => unknown;

/**
 * Puts a step before every statement of a connection: it sends it, sends another one, or refuses. The step that was put there last is
 * the first.
 */
export function interceptStatements(
  client: ClientBase,
  step: (statement: unknown, send: Send) => unknown,
): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const stepped = (statement: unknown, ...rest: unknown[]): unknown =>
    step(statement, (sent) => query(sent, ...rest));
  client.query = stepped as typeof client.query;
}
