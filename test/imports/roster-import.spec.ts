import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ImportedGuardian } from '../../src/features/directory/guardians/guardian.columns.js';
import type { ImportedStudent } from '../../src/features/directory/students/student.columns.js';
import { GuardianRemovals } from '../../src/features/directory/guardians/guardian-removals.service.js';
import { RosterImportRepository } from '../../src/features/directory/roster/roster-import.repository.js';
import { RosterImporter } from '../../src/features/directory/roster/roster.importer.js';
import { createTestDatabase, empty, type TestDatabase } from '../support/database/test-database.js';
import { ada, eve } from './fed-people.js';

const NOW = new Date('2026-11-21T15:00:00Z');
const HOME = {
  addressLine1: 'Main Street 1',
  addressLine2: null,
  addressCity: 'Hudson',
  addressRegion: 'NY',
  addressPostalCode: '12534',
  addressCountry: 'US',
};
const NO_ADDRESS = Object.fromEntries(Object.keys(HOME).map((column) => [column, null]));
const feeds = new RosterImporter(new RosterImportRepository(), new GuardianRemovals());

let database: TestDatabase;
let schoolId: string;
beforeAll(async () => (database = await createTestDatabase()));
afterAll(() => database.drop());
beforeEach(async () => {
  await empty(database.dataSource);
  const [school] = await rows<{ id: string }>(
    `insert into schools (short_name, name, time_zone, country, locale) values ('s', 'S', 'UTC', 'US', 'en-US') returning id`,
  );
  schoolId = school!.id;
});

const rows = <T>(sql: string): Promise<T[]> => database.dataSource.query(sql);

const feed = (students: ImportedStudent[], source: string | null = 'content') =>
  database.dataSource.transaction((manager) =>
    feeds.importStudents(manager, { schoolId, source, students, now: NOW }),
  );

const importGuardians = (guardians: ImportedGuardian[], source: string | null = 'content') =>
  database.dataSource.transaction((manager) =>
    feeds.importGuardians(manager, { schoolId, source, guardians, completeForStudents: [], now: NOW }),
  );

const place = () => rows('select address_line1, latitude, geocode_missed_at, address_visible from students');

describe('importing students', () => {
  it('keeps address, coordinates and visibility that are not given', async () => {
    await feed([ada({ ...HOME, latitude: 40, longitude: -73, addressVisible: false })]);
    expect(await feed([ada({ firstName: 'Adah' })])).toMatchObject({
      created: 0,
      updated: 1,
      archived: 0,
      unchanged: 0,
    });
    expect(await place()).toEqual([
      { address_line1: 'Main Street 1', latitude: 40, geocode_missed_at: null, address_visible: false },
    ]);
  });

  it('clears the coordinates of another address, and what the geocoder said of the old one', async () => {
    await feed([ada({ ...HOME, latitude: 40, longitude: -73 })]);
    await rows('update students set geocode_missed_at = now()');
    await feed([ada({ ...HOME, addressLine1: 'Main Street 2' })]);
    expect(await place()).toMatchObject([
      { address_line1: 'Main Street 2', latitude: null, geocode_missed_at: null },
    ]);
  });

  it('keeps the coordinates of the same address and takes new ones', async () => {
    await feed([ada({ ...HOME, latitude: 40, longitude: -73 })]);
    await feed([ada({ ...HOME, grade: '4' })]);
    expect(await place()).toMatchObject([{ latitude: 40 }]);
    await feed([ada({ ...HOME, latitude: 41, longitude: -73 })]);
    expect(await place()).toMatchObject([{ latitude: 41 }]);
  });

  it('clears an address that is given as none', async () => {
    await feed([ada({ ...HOME, latitude: 40, longitude: -73 })]);
    await feed([ada(NO_ADDRESS)]);
    expect(await place()).toMatchObject([{ address_line1: null, latitude: null }]);
  });

  it('archives and revives as told, and knows when it has nothing to do', async () => {
    expect(await feed([ada({ archived: true })])).toMatchObject({ created: 1 });
    expect(await feed([ada({ archived: true })])).toMatchObject({ unchanged: 1 });
    expect(await feed([ada()])).toMatchObject({ updated: 1 });
    expect(await feed([ada({ archived: true })])).toMatchObject({ archived: 1, updated: 0 });
    expect(await rows('select archived_at from students')).toEqual([{ archived_at: NOW }]);
  });

  it('leaves alone what it knows by the hash of fewer columns, with what was edited since', async () => {
    await feed([ada({ digest: 'of-fewer' })]);
    await rows(`update students set preferred_name = 'Addie'`);
    const again = ada({ digest: '2:of-more', earlierDigests: ['of-fewer'], middleName: 'June' });
    expect(await feed([again])).toMatchObject({ created: 0, updated: 0, archived: 0, unchanged: 1 });
    const stored = 'select preferred_name, middle_name, source_digest from students';
    const untouched = { preferred_name: 'Addie', middle_name: null, source_digest: 'of-fewer' };
    expect(await rows(stored)).toEqual([untouched]);
    expect(await feed([{ ...again, archived: true }])).toMatchObject({ archived: 1 });
    expect(await rows(stored)).toEqual([untouched]);
    expect(await feed([{ ...again, earlierDigests: ['another'] }])).toMatchObject({ updated: 1 });
    expect(await rows(stored)).toEqual([
      { preferred_name: null, middle_name: 'June', source_digest: '2:of-more' },
    ]);
  });

  it('finds a student of any source when none is named, its own first', async () => {
    await feed([ada()], 'oneroster');
    expect(await feed([ada({ firstName: 'Adah' }), ada({ sourceId: 's2' })], null)).toMatchObject({
      created: 1,
      updated: 1,
    });
    expect(await rows('select source, source_id, first_name from students order by source_id')).toEqual([
      { source: 'oneroster', source_id: 's1', first_name: 'Adah' },
      { source: 'content', source_id: 's2', first_name: 'Ada' },
    ]);
    await feed([ada({ firstName: 'Own' })]);
    await feed([ada({ firstName: 'Owner' })], null);
    expect(await rows(`select first_name from students where source_id = 's1' order by 1`)).toEqual([
      { first_name: 'Adah' },
      { first_name: 'Owner' },
    ]);
  });

  it('takes thousands at once', async () => {
    const students = Array.from({ length: 4_001 }, (_, index) => ada({ sourceId: `s${index}` }));
    expect(await feed(students)).toMatchObject({ created: 4_001 });
    expect(await feed(students)).toMatchObject({ unchanged: 4_001 });
  });

  it('keeps to its school', async () => {
    await feed([ada()]);
    const [other] = await rows<{ id: string }>(
      `insert into schools (short_name, name, time_zone, country, locale) values ('t', 'T', 'UTC', 'US', 'en-US') returning id`,
    );
    const target = { schoolId: other!.id, source: 'content', sourceIds: ['s1'], now: NOW };
    await database.dataSource.transaction(async (manager) => {
      expect(await feeds.archiveStudents(manager, target)).toBe(0);
      expect(await feeds.active(manager, target)).toEqual([]);
      expect(await feeds.active(manager, { ...target, schoolId })).toMatchObject([{ sourceId: 's1' }]);
    });
  });
});

describe('importing guardians', () => {
  beforeEach(() => feed([ada(), ada({ sourceId: 's2' })]));

  it('leaves an unchanged guardian as edited here', async () => {
    await importGuardians([eve()]);
    await rows(`update guardians set phone = '555', profile_visibility = 'name_only'`);
    expect(await importGuardians([eve()])).toMatchObject({
      created: 0,
      updated: 0,
      archived: 0,
      unchanged: 1,
    });
    expect(await importGuardians([eve({ lastName: 'Olsen' })])).toMatchObject({ updated: 1 });
    expect(await rows('select last_name, phone, profile_visibility from guardians')).toEqual([
      { last_name: 'Olsen', phone: null, profile_visibility: 'name_only' },
    ]);
  });

  it('shows a new row no more than the person allows elsewhere', async () => {
    await importGuardians([eve({ profileVisibility: 'name_only' })]);
    await importGuardians([eve({ studentSourceId: 's2' })]);
    expect(await rows('select distinct profile_visibility from guardians')).toEqual([
      { profile_visibility: 'name_only' },
    ]);
  });

  it('passes over guardians of students who are not there', async () => {
    expect(await importGuardians([eve({ studentSourceId: 's9' })])).toMatchObject({
      created: 0,
      updated: 0,
      archived: 0,
      unchanged: 0,
    });
  });

  it('links one member to a sibling once, though the source has them twice', async () => {
    await rows(`insert into users (email) values ('eve@x.org')`);
    await rows(
      `insert into memberships (school_id, user_id, role, joined_at) select '${schoolId}', id, 'parent', now() from users`,
    );
    await feed([ada({ sourceId: 's3' })]);
    await importGuardians([eve(), eve({ studentSourceId: 's2', sourceId: 'p2' })]);
    await rows('update guardians set membership_id = (select id from memberships)');
    await importGuardians([eve({ studentSourceId: 's3' }), eve({ studentSourceId: 's3', sourceId: 'p2' })]);
    expect(
      await rows('select count(*)::int as rows, count(membership_id)::int as linked from guardians'),
    ).toEqual([{ rows: 4, linked: 3 }]);
  });

  it('links one member to a student once', async () => {
    await rows(`insert into users (email, email_verified_at) values ('eve@x.org', now())`);
    await rows(
      `insert into memberships (school_id, user_id, role, joined_at) select '${schoolId}', id, 'parent', now() from users`,
    );
    await importGuardians([eve({ email: 'eve@x.org' }), eve({ sourceId: 'p2', email: 'eve@x.org' })]);
    expect(
      await rows('select count(*)::int as rows, count(membership_id)::int as linked from guardians'),
    ).toEqual([{ rows: 2, linked: 1 }]);
  });

  it('links the one of several with the email of a member that has their name', async () => {
    await rows(
      `insert into users (email, email_verified_at, first_name, last_name) values ('eve@x.org', now(), 'eve', 'Park')`,
    );
    await rows(
      `insert into memberships (school_id, user_id, role, joined_at) select '${schoolId}', id, 'parent', now() from users`,
    );
    const email = 'eve@x.org';
    await importGuardians([
      eve({ sourceId: 'p0', firstName: 'Ian', email }),
      eve({ isPrimary: false, email }),
    ]);
    expect(
      await rows('select source_id, membership_id is not null as linked from guardians order by 1'),
    ).toEqual([
      { source_id: 'p0', linked: false },
      { source_id: 'p1', linked: true },
    ]);
  });
});
