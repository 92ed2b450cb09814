import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * In place of a school's id: what belongs to no school, such as signing in. Sixteen chains, so that not everybody waits for
 * everybody; what is done with one thing or by one person stands in one of them.
 */
export const installationChain = ({ actor, item }: Pick<Operation, 'actor' | 'item'>): string => {
  const [digit = '0'] = /[0-9a-f]$/.exec(item?.id ?? actor.id ?? '') ?? [];
  return `00000000-0000-0000-0000-00000000000${digit}`;
};

/** SQL: the id of the school, null for the installation. */
export const schoolOfChain = (column: string): string =>
  `case when ${column} > '00000000-0000-0000-0000-00000000000f' then ${column} end`;

/** Tables of what was done at this place. */
export const AUDIT_TABLES: readonly string[] = ['audit_entries', 'audit_heads'];

/** The actor of an operation: a person, an application without a person, or an operator. */
export interface Actor {
  kind: 'person' | 'application' | 'operator';
  /** Id of the person or of the application; of the person in whose name an operator speaks; null for a command. */
  id: string | null;
  /** The operator's name on their machine, and why they did it. */
  operator: string | null;
  reason: string | null;
}

export interface AuditedItem {
  /** `notice`, `membership`, …: what a path parameter of it is called, without `Id`. */
  type: string;
  id: string;
}

const UUID_FIRST = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** An id as entries have it: a path, or an operator, may write it in capitals. What follows in the id of an occurrence stays as it is. */
export const auditedId = (id: string): string => id.replace(UUID_FIRST, (uuid) => uuid.toLowerCase());

/** An operation for the audit trail: one request that changes something, or one command. */
export interface Operation {
  /** The operation's id in the OpenAPI document, or the words of the command. */
  name: string;
  actor: Actor;
  /** Digest of where it came from; empty where nothing is told of it. */
  source: string;
  /** UTC. */
  now: () => Date;
  /** Schools whose trail has the entry; empty: the trail of the installation. */
  schoolIds: string[];
  item: AuditedItem | null;
  /** Entries that its transactions have written. */
  entries: number;
  /** Answered, or a repeat: what still goes on is not a part of it. */
  over: boolean;
}

const underWay = new AsyncLocalStorage<Operation | undefined>();

/** Runs the work as an operation: every transaction that it commits leaves an entry in the audit trail. */
export const inOperation = <T>(operation: Operation, work: () => T): T => underWay.run(operation, work);

/** Leaves no entry: for what the operation tells of when it is done. */
export const outsideOperation = <T>(work: () => T): T => underWay.run(undefined, work);

/** The one that a transaction of now belongs to. */
export function currentOperation(): Operation | undefined {
  const operation = underWay.getStore();
  return operation?.over ? undefined : operation;
}

/** Names the actor where the guards do not: on pages, by the browser's session. */
export function auditActor(userId: string): void {
  const operation = currentOperation();
  if (operation) operation.actor = { ...operation.actor, kind: 'person', id: userId };
}

/** For what the path does not say, before the commit: what was made, or is meant. */
export function auditItem(type: string, id: string): void {
  const operation = currentOperation();
  if (operation) operation.item = { type, id };
}

/** For a change in schools that the path does not name, before the commit. */
export function auditSchools(schoolIds: string[]): void {
  const operation = currentOperation();
  if (operation) operation.schoolIds = [...new Set(schoolIds)];
}

/** An anonymous answer: the trail says that somebody gave one, not who and from where. */
export function auditNobody(): void {
  const operation = currentOperation();
  if (!operation) return;
  operation.actor = { ...operation.actor, id: null };
  operation.source = '';
}

/** From here on it leaves no entry: a repeat, which has one already, or a beginning that ends in something which has one. */
export function auditNothing(): void {
  const operation = currentOperation();
  if (operation) operation.over = true;
}
