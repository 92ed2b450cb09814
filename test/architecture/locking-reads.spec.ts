import { describe, expect, it } from '@jest/globals';
import { loadModule, parseSync } from 'libpg-query';
import { readPages } from '../support/statements/sql-pages.js';

/*
 * A statement that waits for the lock of a row sees that row as it is then, and the rows of every other table as they were before
 * the wait (PostgreSQL, 13.2.1). What is read under a lock is therefore read by a statement after it, but here. It is looked for in
 * docs/sql, which has what the service sends, and not all that the operator's commands do.
 */

await loadModule();

/** Statements that lock and read something else, and why the other rows may be from before the wait. */
const MAY_BE_OLDER: Record<string, string> = {
  'ApplicationSessionsRepository.insertAllowed':
    'A membership decides which schools it is for, and is looked at again by each request.',
  'AuthSessionsRepository.lockPassword':
    'A membership decides which schools it is for, and is looked at again by each request.',
  'OauthRepository.lockArtifact':
    'It waits for another use of the same code or token alone, which is spent then; a membership is looked at again by each request.',
  'RefreshTokensRepository.lockRefreshToken': 'A membership is looked at again by each request.',
  'MembershipsRepository.insert':
    'What somebody chooses stands in their account as well, whose row is locked.',
  'ResultsRepository.lockContest': 'Rights are not changed under the lock of an event.',
  'RsvpOffboardingRepository.endOfMembers':
    'The members who leave are locked before: nobody answers for them.',
  'OwnConfirmationRepository.lockRound': 'Families are not changed under the lock of a round.',
  'PersonRecordsRepository.lockStudents':
    'The person’s memberships are locked before, which a restriction of them waits for.',
  'ListGuardiansRepository.removeOfMember': 'The owner of a list is never another one.',
  'SlipLocksRepository.lockRequestedStudents':
    'The slip is locked before, and imports, which move students, are held off.',
  'SlipLocksRepository.lockStudent':
    'The slip is locked before, and imports, which move students, are held off.',
  'person-lock.repository.lockOwner': 'The person of a membership is never another one.',
  'person-lock.repository.lockPerson': 'The person of a membership is never another one.',
  'SignupLocksRepository.lockSignupsOf': 'The member is locked before: they claim nothing more.',
};

interface Node {
  [key: string]: unknown;
}

function* nodesOf(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Node;
  // After `of` stand names of before once more.
  for (const [key, inner] of Object.entries(value)) if (key !== 'lockedRels') yield* nodesOf(inner);
}

/** `key share` waits for the removal of a row alone: then there is none to be read. */
const waits = ({ LockingClause: clause }: Node): boolean => {
  const { strength, waitPolicy } = (clause ?? {}) as Record<string, string>;
  return waitPolicy === 'LockWaitBlock' && strength !== 'LCS_FORKEYSHARE';
};

function locksAndReadsMore(statement: string): boolean {
  const nodes = [...nodesOf(parseSync(statement.replaceAll(', …', '')))];
  if (!nodes.some(waits)) return false;
  const named = (of: string, name: string): Set<unknown> =>
    new Set(nodes.filter((node) => of in node).map((node) => (node[of] as Node)[name]));
  const tables = named('RangeVar', 'relname').difference(named('CommonTableExpr', 'ctename'));
  return tables.size > 1;
}

describe('a statement that waits for a lock', () => {
  it('reads no other table, but where its rows may be from before the wait', () => {
    const found = [...readPages()]
      .filter(([statement]) => locksAndReadsMore(statement))
      .map(([, { owner, method }]) => `${owner}.${method}`);
    expect([...new Set(found)].sort()).toEqual(Object.keys(MAY_BE_OLDER).sort());
  });

  it.each([
    ['select n.id from notes n, students s where s.id = n.student_id for share of n', true],
    ['select id, (select count(*) from stars) as stars from notes for update', true],
    ['select id from notes where id = $1 for update', false],
    ['select n.id from notes n, students s for update of n skip locked', false],
    ['select n.id from notes n, students s for key share of n', false],
    ['select n.id from notes n, students s', false],
  ])('counts by what it locks: %s', (statement, isOne) => {
    expect(locksAndReadsMore(statement)).toBe(isOne);
  });
});
