import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ImportedGuardian } from '../../src/features/directory/guardians/guardian.columns.js';
import type { ImportedStudent } from '../../src/features/directory/students/student.columns.js';
import { GuardianRemovals } from '../../src/features/directory/guardians/guardian-removals.service.js';
import { RosterImportRepository } from '../../src/features/directory/roster/roster-import.repository.js';
import { RosterImporter } from '../../src/features/directory/roster/roster.importer.js';
import { createTestDatabase, empty, type TestDatabase } from '../support/database/test-database.js';
import { ada, eve } from './fed-people.js';

const NOW = new Date('2026-11-21T15:00:00Z');
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

describe('RosterFeedService, what it shows or hides', () => {
  const changes = () =>
    rows(`select coalesce(g.source_id, s.source_id) as who, v.visible, v.changed_at from visibility_changes v
      left join guardians g on g.id = v.guardian_id left join students s on s.id = v.student_id order by v.ctid`);

  it('records a student whose address it hides or shows anew, and no other', async () => {
    await feed([ada({ addressVisible: true }), ada({ sourceId: 's2', addressVisible: false })]);
    await feed([ada({ addressVisible: true, grade: '4' }), ada({ sourceId: 's2', grade: '4' })]);
    expect(await changes()).toEqual([]);
    await feed([ada({ addressVisible: false }), ada({ sourceId: 's2', grade: '5' })]);
    await feed([ada({ addressVisible: true }), ada({ sourceId: 's2', grade: '5' })]);
    expect(await changes()).toEqual([
      { who: 's1', visible: false, changed_at: NOW },
      { who: 's1', visible: true, changed_at: NOW },
    ]);
  });

  it('hides a person of no school who hides their contact', async () => {
    await feed([ada()]);
    await rows(
      `insert into users (email, email_verified_at, profile_visibility) values ('eve@example.org', now(), 'name_only')`,
    );
    await importGuardians([eve({ email: 'eve@example.org' })]);
    expect(await rows('select profile_visibility from guardians')).toEqual([
      { profile_visibility: 'name_only' },
    ]);
  });

  it('records a guardian whose contact it hides or shows anew, and no other', async () => {
    await feed([ada()]);
    await importGuardians([eve(), eve({ sourceId: 'p2', profileVisibility: 'name_only' })]);
    await importGuardians([eve({ phone: '555' }), eve({ sourceId: 'p2', phone: '555' })]);
    expect(await changes()).toEqual([]);
    await importGuardians([eve({ profileVisibility: 'name_only' })]);
    await importGuardians([eve({ profileVisibility: 'full' })]);
    expect(await changes()).toEqual([
      { who: 'p1', visible: false, changed_at: NOW },
      { who: 'p1', visible: true, changed_at: NOW },
    ]);
  });

  it('records a guardian whom it finds to be a member that hides the contact', async () => {
    await feed([ada()]);
    await importGuardians([eve(), eve({ sourceId: 'p2', profileVisibility: 'name_only' })]);
    await rows(
      `insert into users (email, email_verified_at) values ('eve@x.org', now()), ('ian@x.org', now())`,
    );
    await rows(`insert into memberships (school_id, user_id, role, profile_visibility, joined_at)
      select '${schoolId}', id, 'parent', 'name_only', now() from users`);
    await importGuardians([eve({ email: 'eve@x.org' }), eve({ sourceId: 'p2', email: 'ian@x.org' })]);
    expect(await rows('select count(membership_id)::int as linked from guardians')).toEqual([{ linked: 2 }]);
    expect(await changes()).toEqual([{ who: 'p1', visible: false, changed_at: NOW }]);
  });

  it('hides a record that takes the email of a member who hides it, also beside the one that is linked', async () => {
    await feed([ada()]);
    await rows(`insert into users (email, email_verified_at) values ('eve@x.org', now())`);
    await rows(`insert into memberships (school_id, user_id, role, profile_visibility, joined_at)
      select '${schoolId}', id, 'parent', 'name_only', now() from users`);
    await importGuardians([eve({ email: 'eve@x.org' }), eve({ sourceId: 'p2' }), eve({ sourceId: 'p3' })]);
    await importGuardians([
      eve({ sourceId: 'p2', email: 'eve@x.org' }),
      eve({ sourceId: 'p3', email: 'old@x.org' }),
    ]);
    expect(
      await rows(`select source_id, membership_id is not null as linked, profile_visibility
        from guardians order by 1`),
    ).toEqual([
      { source_id: 'p1', linked: true, profile_visibility: 'name_only' },
      { source_id: 'p2', linked: false, profile_visibility: 'name_only' },
      { source_id: 'p3', linked: false, profile_visibility: 'full' },
    ]);
    expect(await changes()).toEqual([{ who: 'p2', visible: false, changed_at: NOW }]);
  });

  it('hides a second record of somebody who hid it, and has another address now than the account', async () => {
    await feed([ada(), ada({ sourceId: 's2' })]);
    await rows(`insert into users (email, email_verified_at) values ('eve@x.org', now())`);
    await rows(`insert into memberships (school_id, user_id, role, profile_visibility, joined_at)
      select '${schoolId}', id, 'parent', 'name_only', now() from users`);
    await rows(`update memberships set first_name = 'Evie', last_name = 'Park'`);
    await importGuardians([eve({ email: 'eve@x.org' })]);
    await importGuardians([
      eve({ email: 'new@x.org' }),
      eve({ sourceId: 'p2', firstName: 'Ian', email: 'new@x.org' }),
    ]);
    const shown = () => rows(`select source_id, profile_visibility as is from guardians order by 1`);
    expect(await shown()).toEqual([
      { source_id: 'p1', is: 'name_only' },
      { source_id: 'p2', is: 'full' },
    ]);
    await importGuardians([
      eve({ sourceId: 'p2', email: 'new@x.org', phone: '1' }),
      eve({ sourceId: 'p3', firstName: 'EVE', email: 'new@x.org' }),
      eve({ sourceId: 'p4', email: 'other@x.org' }),
      eve({ sourceId: 'p5', studentSourceId: 's2', email: 'new@x.org' }),
      eve({ sourceId: 'p6', firstName: 'Evie', email: 'new@x.org' }),
    ]);
    expect(await shown()).toEqual([
      { source_id: 'p1', is: 'name_only' },
      { source_id: 'p2', is: 'name_only' },
      { source_id: 'p3', is: 'name_only' },
      { source_id: 'p4', is: 'full' },
      { source_id: 'p5', is: 'full' },
      // The name of the account, whose link ended with the address that it had.
      { source_id: 'p6', is: 'full' },
    ]);
  });

  it('begins with the moment of the feed', async () => {
    await feed([ada()]);
    await importGuardians([eve()]);
    expect(await rows('select created_at from students union all select created_at from guardians')).toEqual([
      { created_at: NOW },
      { created_at: NOW },
    ]);
  });
});
