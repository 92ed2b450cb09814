import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import type { Student } from '../../src/features/directory/students/student.entity.js';
import { aSchool, type TestSchool } from '../support/school.factory.js';
import { anOrganization, aStaffMember } from '../support/organization.factory.js';
import { aMenu } from '../support/menu.factory.js';
import { rounds, timeFor } from '../support/proofs/rounds.js';
import { productFiles, textOf } from '../architecture/source-files.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let ada: Student;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
  ada = await school.studentAtHome();
});

const sql = (text: string, parameters: unknown[] = []): Promise<unknown> =>
  t.dataSource.query(text, parameters);

async function revision(subject = 'directory', { id } = school): Promise<bigint> {
  const [row] = await t.dataSource.query<{ revision: string }[]>(
    'select revision from school_revisions where school_id = $1 and subject = $2',
    [id, subject],
  );
  return BigInt(row?.revision ?? 0);
}

async function expectRaised(write: () => Promise<unknown>, subject = 'directory'): Promise<void> {
  const before = await revision(subject);
  await write();
  expect(await revision(subject)).toBeGreaterThan(before);
}

async function expectRetained(write: () => Promise<unknown>, subject = 'directory'): Promise<void> {
  const before = await revision(subject);
  await write();
  expect(await revision(subject)).toBe(before);
}

async function inTransaction(work: (runner: QueryRunner) => Promise<void>): Promise<void> {
  const runner = t.dataSource.createQueryRunner();
  await runner.startTransaction();
  await work(runner).finally(async () => {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    await runner.release();
  });
}

const aStudentEach = `
  insert into students (school_id, source, source_id, first_name, last_name)
  select school_id, 'content', gen_random_uuid(), 'Ada', 'Park' from unnest($1::uuid[]) school_id`;
const rename = 'update students set preferred_name = $2 where school_id = $1';

describe('the revision of a directory', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['a new student', () => school.student()],
    ['a changed student', () => sql(rename, [school.id, 'Addie'])],
    ['a deleted student', () => sql('delete from students where id = $1', [ada.id])],
    ['a new guardian', () => school.guardian(ada)],
    ['an archived student', () => sql('update students set archived_at = now() where id = $1', [ada.id])],
    [
      'students in sets',
      () =>
        sql(
          `insert into students (school_id, source, source_id, first_name, last_name)
           select $1, 'content', i, 'Ada', 'Park' from generate_series(1, 50) i
           on conflict (school_id, source, source_id) do update set grade = '5'`,
          [school.id],
        ),
    ],
    [
      'a student of a statement that does other things',
      () =>
        sql(
          `with moved as (update students set grade = '4' where school_id = $1 returning id) select count(*) from moved`,
          [school.id],
        ),
    ],
    ['all students, cut off', () => sql('truncate students cascade')],
  ])('rises by %s', async (_what, write) => {
    await expectRaised(write);
  });

  it.each<[string, (guardian: { id: string; membershipId: string }) => Promise<unknown>]>([
    ['a changed guardian', ({ id }) => sql(`update guardians set phone = '1' where id = $1`, [id])],
    ['a guardian who goes', ({ id }) => sql('delete from guardians where id = $1', [id])],
    [
      'a membership that goes, and the link with it',
      ({ membershipId }) => sql('delete from memberships where id = $1', [membershipId]),
    ],
  ])('rises with families: %s', async (_what, write) => {
    const { guardianId, membershipId } = await school.parentOf(ada);
    await expectRaised(() => write({ id: guardianId, membershipId }));
  });

  it('rises by what a parent changes of themselves', async () => {
    const { token, membershipId } = await school.parentOf(ada);
    const changes: [string, object][] = [
      ['/me/contact', { first_name: 'Iris', last_name: 'Vale', phone: '+1 555 0177' }],
      ['/me/profile-visibility', { profile_visibility: 'name_only' }],
      ['/me/address-visibility', { address_visible: false }],
    ];
    for (const [path, body] of changes) await expectRaised(() => t.api.patch(path, { token, body }));
    await expectRaised(() => t.api.post(`/me/leave-school/${membershipId}`, { token }));
  });

  it('rises for each school by a change in two of them', async () => {
    const other = await aSchool(t);
    const ben = await other.student();
    const before = [await revision(), await revision('directory', other)];
    await sql('update students set grade = $2 where id = any ($1)', [[ada.id, ben.id], '7']);
    const after = [await revision(), await revision('directory', other)];
    expect(after.map((now, i) => now > before[i]!)).toEqual([true, true]);
  });

  it('stays as it is when nothing is changed, when another school is, and when the change is taken back', async () => {
    const other = await aSchool(t);
    await expectRetained(() => sql('update students set grade = grade where false'));
    await expectRetained(() => other.student());
    await expectRetained(() =>
      inTransaction(async (runner) => {
        await runner.query(rename, [school.id, 'Addie']);
        await runner.rollbackTransaction();
      }),
    );
    await expectRetained(() =>
      inTransaction(async (runner) => {
        await runner.startTransaction();
        await runner.query(rename, [school.id, 'Addie']);
        await runner.rollbackTransaction();
        await runner.commitTransaction();
      }),
    );
  });

  it('goes with its school', async () => {
    await sql('delete from schools where id = $1', [school.id]);
    expect(await revision()).toBe(0n);
  });

  it('repeats no number that was there before, whatever the clock was', async () => {
    const ahead = BigInt(Date.now() + 3_600_000) * 1000n;
    await sql('update school_revisions set revision = $2 where school_id = $1', [school.id, ahead]);
    await school.student();
    expect(await revision()).toBe(ahead + 1n);
    // As if an older state of the database had come back.
    await sql('update school_revisions set revision = 1 where school_id = $1', [school.id]);
    await school.student();
    expect(await revision()).toBeGreaterThan(BigInt(Date.now() - 60_000) * 1000n);
  });

  it('leaves no notes behind', async () => {
    await school.student();
    expect(await sql('select * from revision_notes')).toEqual([]);
  });

  it('rises at the commit and not before it: nobody is to ask for that, but who commits next', () => {
    const asking = productFiles().filter((file) => /set constraints/i.test(textOf(file)));
    // A school that is brought in: whatever would fail with the commit has to fail while its objects can be taken back.
    expect(asking).toEqual(['src/cli/backup/school-loading.repository.ts']);
  });
});

describe('the revision of', () => {
  it('a staff directory is raised by its entries, and by the organizations that they lead', async () => {
    await expectRaised(() => aStaffMember(t, school), 'staff');
    await expectRaised(async () => {
      const chess = await anOrganization(t, school, { shortName: 'chess' });
      await chess.leader({ staffMemberId: (await aStaffMember(t, school)).id });
    }, 'staff');
    await expectRaised(
      () => sql('delete from organization_leaders where school_id = $1', [school.id]),
      'staff',
    );
  });

  it('the menus is raised by each of them', async () => {
    await expectRaised(() => aMenu(t, school), 'menus');
    await expectRaised(() => sql(`update menu_entries set items = 'Soup'`), 'menus');
  });
});

describe('the revision of a calendar', () => {
  it.each<[string, () => Promise<unknown>]>([
    [
      'an account of a member',
      () =>
        sql(
          `update users set email = 'new-' || email where id in
      (select user_id from memberships where school_id = $1)`,
          [school.id],
        ),
    ],
    ['the school', () => school.setFeatures({ signups: false })],
    [
      'a student, who has a year',
      () => sql('update students set graduation_year = 2031 where id = $1', [ada.id]),
    ],
    ['an organization', () => anOrganization(t, school, { shortName: 'chess' })],
  ])('rises by %s', async (_what, write) => {
    await school.parent();
    await expectRaised(write, 'calendar');
  });
});

describe('writers', () => {
  it(
    'who change the same schools in another order do not wait for each other in a circle',
    async () => {
      const schools = await Promise.all(Array.from({ length: 60 }, () => aSchool(t)));
      const ids = schools.map(({ id }) => id);
      for (let round = 0; round < rounds(10); round += 1) {
        const writers = [ids, ids.toReversed(), ids, ids.toReversed()].map(async (order) => {
          const runner = t.dataSource.createQueryRunner();
          await runner.startTransaction();
          // Rows of their own: it is the revisions that they meet at.
          await runner.query(aStudentEach, [order]);
          return runner;
        });
        const written = await Promise.all(writers);
        const committed = await Promise.allSettled(written.map((runner) => runner.commitTransaction()));
        for (const runner of written) await runner.release();
        expect(committed.map(({ status }) => status)).toEqual(written.map(() => 'fulfilled'));
      }
    },
    timeFor(rounds(10)),
  );

  it('wait for no import that has not ended', async () => {
    const { token } = await school.parentOf(await school.student());
    await inTransaction(async (runner) => {
      await runner.query(`update students set grade = '9' where id = $1`, [ada.id]);
      const body = { first_name: 'Iris', last_name: 'Vale', phone: '+1 555 0177' };
      const change = t.api.patch('/me/contact', { token, body }).then(({ status }) => status);
      expect(await Promise.race([change, delay(20_000, 'waits', { ref: false })])).toBe(200);
      expect(runner.isTransactionActive).toBe(true);
    });
  }, 30_000);
});
