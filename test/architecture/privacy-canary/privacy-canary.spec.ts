import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HAS_PDF_READER } from '../../support/files/pdf-reader.js';
import type { TestApp } from '../../support/test-app.js';
import { sightingsOf, TABLE, type Sightings } from './privacy-canary-calls.js';
import { aCanaryFamily, type Canaries, type Viewer } from './privacy-canary-family.js';
import { CALLS, type Call, type Group } from './privacy-canary.table.js';
import { operationsOf } from '../operations.js';
import { productFiles, textOf } from '../source-files.js';
import { startAppWithDataDir } from '../../support/data-dir-app.factory.js';

/*
 * A family whose contact and address are values found nowhere else: every operation of the running application is
 * called by others, and what is hidden must be in no answer. The same family, hiding nothing, shows that the calls
 * reach it, and that whatever shows a contact or an address says so in the family's disclosures.
 */

let t: TestApp;
beforeAll(async () => {
  t = await startAppWithDataDir();
});
afterAll(() => t.close());

interface Looked {
  family: Canaries;
  sightings: Sightings;
  /** Of the writes, to repeat them. */
  keys: Record<string, string>;
}
const looks = new Map<string, Promise<Looked>>();

/** Everything that this viewer is answered: several tests look at it, and it is asked for once. */
function looked(viewer: Viewer, hides: 'hidden' | 'shown'): Promise<Looked> {
  const name = `${viewer}, ${hides}`;
  const look = async (): Promise<Looked> => {
    const family = await aCanaryFamily(t, viewer, { hidden: hides === 'hidden' });
    const keys: Record<string, string> = {};
    return { family, sightings: await sightingsOf(t, family, keys), keys };
  };
  if (!looks.has(name)) looks.set(name, look());
  return looks.get(name)!;
}

describe('a family that hides contact and address', () => {
  it.each<Viewer>(['unrelated parent', 'parent of another school'])(
    'stays hidden from every %s',
    async (viewer) => {
      const { sightings } = await looked(viewer, 'hidden');
      expect(all(sightings)).toEqual({});
    },
  );

  it('shows neither contact nor anything private to the other guardian', async () => {
    const { sightings } = await looked('co-guardian', 'hidden');
    expect(only(sightings, ['contact', 'private'])).toEqual({});
    const printed = {
      'GET /permission-slips/:slipId/pdf': ['legal name'],
      'GET /permission-slips/:slipId/responses/:responseId/pdf': ['legal name'],
    };
    expect(only(sightings, ['legal name'])).toEqual({
      ...(HAS_PDF_READER ? printed : {}),
      'GET /me/export': ['legal name'],
      'GET /students/:studentId': ['legal name'],
    });
    expect(sightings['GET /students/:studentId']).toEqual([
      'student contact',
      'address',
      'coordinates',
      'legal name',
    ]);
  });

  it('shows to admins where the contract says so, and nowhere else', async () => {
    const { sightings } = await looked('admin', 'hidden');
    expect(all(sightings)).toEqual(
      expected(({ shows, showsAdmins, printsAdmins = [] }) => [
        ...(showsAdmins ?? shows ?? []),
        ...(HAS_PDF_READER ? printsAdmins : []),
      ]),
    );
  });
});

describe('a family that hides nothing', () => {
  it('shows to an unrelated parent where the table says so, and nowhere else', async () => {
    const { sightings } = await looked('unrelated parent', 'shown');
    expect(all(sightings)).toEqual(expected(({ shows }) => shows));
  });

  it('shows nothing to a parent of another school', async () => {
    const { sightings } = await looked('parent of another school', 'shown');
    expect(all(sightings)).toEqual({});
  });
});

describe('a family', () => {
  it.each<[string, Viewer, 'hidden' | 'shown']>([
    ['an unrelated parent, while it hides nothing', 'unrelated parent', 'shown'],
    ['an admin, though it hides everything', 'admin', 'hidden'],
  ])('hears of everything that showed it to %s', async (_, viewer, hides) => {
    const { family, sightings } = await looked(viewer, hides);
    const shown = Object.entries(all(sightings)).flatMap(([name, seen]) => lines(name, seen));
    const portrayed = Object.entries(CALLS).flatMap(([name, { portrays }]) =>
      portrays ? lines(name, ['contact']) : [],
    );
    const printed = Object.entries(CALLS).flatMap(([name, { printsAdmins = [] }]) =>
      viewer === 'admin' && !HAS_PDF_READER ? lines(name, printsAdmins) : [],
    );
    const { body } = await t.api.get('/me/disclosures', { token: family.guardian.token });
    const told = (body.disclosures as Record<string, string>[]).map((d) => `${d.operation} ${d.subject}`);
    expect(told.sort()).toEqual([...shown, ...portrayed, ...printed].sort());
  });
});

describe('a family that hides itself', () => {
  it('appears in no answer to a request that was made before and is repeated', async () => {
    const { family, sightings, keys } = await looked('unrelated parent', 'shown');
    const before = all(sightings);
    expect(before['POST /lists/:listId/guardians']).toEqual(['address', 'contact']);
    const { token } = family.guardian;
    const hidden = [
      await t.api.patch('/me/profile-visibility', { token, body: { profile_visibility: 'name_only' } }),
      await t.api.patch('/me/address-visibility', { token, body: { address_visible: false } }),
    ];
    expect(hidden.map(({ status }) => status)).toEqual([204, 204]);
    await t.dataSource.query(`update guardians set profile_visibility = 'name_only' where student_id = $1`, [
      family.ids.studentId,
    ]);
    expect(all(await sightingsOf(t, family, keys))).toEqual({});
  });
});

describe('the canary test', () => {
  it('calls every operation, and no other', () => {
    const [there, known] = [operationsOf(t.app), Object.keys(CALLS)];
    expect([
      ...there
        .filter((name) => !known.includes(name))
        .map((name) => `${name} is not in ${TABLE}: say how to call it`),
      ...known
        .filter((name) => !there.includes(name))
        .map((name) => `${name} is in ${TABLE} and not in the application`),
    ]).toEqual([]);
  });
});

/** Without the operations that showed nothing. */
const all = (sightings: Sightings): Sightings => only(sightings);

function only(sightings: Sightings, groups?: Group[]): Sightings {
  const kept = Object.entries(sightings).map(
    ([name, seen]) => [name, seen.filter((group) => groups?.includes(group) ?? true).sort()] as const,
  );
  return Object.fromEntries(kept.filter(([, seen]) => seen.length > 0));
}

const expected = (groupsOf: (call: Call) => Group[] | undefined): Sightings =>
  all(Object.fromEntries(Object.entries(CALLS).map(([name, call]) => [name, [...(groupsOf(call) ?? [])]])));

/** What the disclosures have to say of an operation that showed these. */
function lines(name: string, groups: Group[]): string[] {
  const subjects = groups
    .filter((group) => group !== 'legal name')
    .map((group) => (group.endsWith('contact') ? 'contact' : 'address'));
  return [...new Set(subjects)].map((subject) => `${operationIdOf(name)} ${subject}`);
}

const { paths } = JSON.parse(textOf('docs/openapi.json')) as {
  paths: Record<string, Record<string, { operationId: string }>>;
};

function operationIdOf(name: string): string {
  const [method, path] = name.split(' ') as [string, string];
  const documented = paths[`/api/v1${path.replace(/:(\w+)/g, '{$1}')}`];
  return (
    documented?.[method.toLowerCase()]?.operationId ??
    CALLS[name]?.operationId ??
    `no operation id of ${name}`
  );
}

describe('the name in the records', () => {
  /** Where it is read, each time behind its mask, and where imports, exports and moves of whole rows write it. */
  const READERS = [
    'src/features/corrections/corrections.sql.ts',
    'src/features/directory/roster/roster-import.sql.ts',
    'src/features/directory/roster/roster.snapshots.ts',
    'src/features/directory/students/student-detail.dto.ts',
    'src/features/directory/students/student.columns.ts',
    'src/features/directory/students/student.entity.ts',
    'src/features/permission-slips/responses/slip-responses.sql.ts',
  ];

  it('appears in no statement but these', () => {
    const named = productFiles().filter((file) => /legal_?(first|last)/i.test(textOf(file)));
    expect(named.sort()).toEqual(READERS);
  });
});
