import { isDeepStrictEqual } from 'node:util';
import type { EntityManager, QueryRunner } from 'typeorm';
import type { ChangeKind } from './change-kinds.js';
import type { ChangeAudience, ChangeWindow } from './journal-entry.entity.js';

/** Something that has happened to an item of a school. */
export interface Change {
  kind: ChangeKind;
  schoolId: string;
  /** The id by which the API knows the item. */
  id: string;
  /** The member who did it; left out for an import, a job and an anonymous answer. */
  membershipId?: string | null;
  audience?: ChangeAudience | null;
  /** The audience before the change, where it was another one. */
  audienceBefore?: ChangeAudience | null;
  /** Ids that subscribers need besides: see the entity. */
  ids?: Record<string, string | string[]>;
}

interface Recorded {
  change: Change;
  /** 1 in the transaction, more in a savepoint. */
  depth: number;
}

/** Transactions and savepoints that are open on a connection, and what was recorded in them. */
interface OpenTransaction {
  depth: number;
  recorded: Recorded[];
}

const open = new WeakMap<QueryRunner, OpenTransaction>();

/** Where a change is recorded: the transaction, and the member who does it or else the school. */
export interface Recording {
  manager: EntityManager;
  member?: { schoolId: string; membershipId: string } | null;
  schoolId?: string;
}

/**
 * Says that something has happened: written to the journal as the last thing before the commit, or not at all when the
 * transaction or its savepoint is rolled back.
 */
export function record(
  { manager, member, schoolId = member?.schoolId }: Recording,
  change: Omit<Change, 'schoolId'>,
): void {
  const transaction = manager.queryRunner && open.get(manager.queryRunner);
  if (!transaction || !schoolId) throw new Error(`${change.kind} was recorded outside of a transaction`);
  const recorded = { membershipId: member?.membershipId ?? null, ...change, schoolId };
  transaction.recorded.push({ change: recorded, depth: transaction.depth });
}

/** Schools of which the transaction has recorded changes of such kinds so far. */
export function schoolsRecorded(
  { queryRunner }: EntityManager,
  isWanted: (kind: ChangeKind) => boolean,
): string[] {
  const recorded = (queryRunner && open.get(queryRunner)?.recorded) ?? [];
  const wanted = recorded.filter(({ change }) => isWanted(change.kind));
  return [...new Set(wanted.map(({ change }) => change.schoolId))].sort();
}

export function beginRecording(queryRunner: QueryRunner): void {
  const transaction = open.get(queryRunner) ?? { depth: 0, recorded: [] };
  transaction.depth += 1;
  open.set(queryRunner, transaction);
}

/** What was recorded by the outermost transaction, which is about to be committed; null for a savepoint. */
export function changesToCommit(queryRunner: QueryRunner): Change[] | null {
  const transaction = open.get(queryRunner);
  return transaction?.depth === 1 ? transaction.recorded.map(({ change }) => change) : null;
}

/** What a savepoint has recorded belongs to whatever it is a part of. */
export function endRecording(queryRunner: QueryRunner, outcome: 'committed' | 'rolled back'): void {
  const transaction = open.get(queryRunner);
  if (!transaction) return;
  const { depth } = transaction;
  if (outcome === 'rolled back')
    transaction.recorded = transaction.recorded.filter((one) => one.depth < depth);
  for (const one of transaction.recorded) one.depth = Math.min(one.depth, depth - 1);
  transaction.depth -= 1;
  if (transaction.depth === 0) open.delete(queryRunner);
}

/** The columns of an item that say who may read it, and when. */
type Addressed = Omit<ChangeAudience, 'window'> & {
  startsAt?: Date | null;
  expiresAt?: Date | null;
  opensAt?: Date | null;
  visibleUntil?: Date | null;
};

/** The audience of an item and its window, without the rest of its row. */
export function audienceOf(item: Addressed): ChangeAudience {
  const { audienceType, audienceYears, audienceOrganizationIds, organizationId } = item;
  const audience = { audienceType, audienceYears, audienceOrganizationIds, organizationId };
  const window = windowOf(item);
  return window ? { ...audience, window } : audience;
}

/** An event has a start as well, and is read before it. */
function windowOf({ startsAt, expiresAt, opensAt, visibleUntil }: Addressed): ChangeWindow | null {
  if (expiresAt !== undefined) return windowBetween(startsAt, expiresAt);
  return opensAt === undefined ? null : windowBetween(opensAt, visibleUntil);
}

const windowBetween = (from: Date | null | undefined, until: Date | null | undefined): ChangeWindow => ({
  from: from?.toISOString() ?? null,
  until: until?.toISOString() ?? null,
});

/** Rows of the events that a sign-up or a slip was for, and is for: each shows what is for it. */
export const eventsOf = (
  before: { eventId: string | null },
  after: { eventId: string | null },
): { event_rows: string[] } => ({
  event_rows: [...new Set([before.eventId, after.eventId])].filter((id) => id !== null),
});

/** The audience of a changed item with its window, and those of before where one is another. */
export function audiencesOf(
  before: Addressed,
  after: Addressed,
): Pick<Change, 'audience' | 'audienceBefore'> {
  const [was, is] = [audienceOf(before), audienceOf(after)];
  return isDeepStrictEqual(was, is) ? { audience: is } : { audience: is, audienceBefore: was };
}
