import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Student } from '../../src/features/directory/students/student.entity.js';
import { RestrictionsService } from '../../src/features/memberships/restrictions.service.js';
import { lockImportsOfSchool } from '../../src/platform/import-history/import-locks.repository.js';
import { commandsOf } from '../support/processes/commands.js';
import type { CommandOutcome } from '../support/processes/operator.js';
import { aPerson, aSchool, type TestGuardian, type TestSchool } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
let types: (line: string, ...words: string[]) => Promise<CommandOutcome>;
let school: TestSchool;
let sam: Student;
let rob: TestGuardian;
beforeAll(async () => {
  t = await startTestApp();
  types = commandsOf(t);
  school = await aSchool(t);
  sam = await school.student({ firstName: 'Sam' });
  rob = await school.parentOf(sam, { firstName: 'Rob' });
});
afterAll(() => t.close());

const named = (guardianId = rob.guardianId, student = sam): string =>
  `--school ${school.id} --student ${student.sourceId} --guardian-id ${guardianId} --reason order`;
const restrict = (more = '', guardianId = rob.guardianId) =>
  types(`guardian restrict --json ${named(guardianId)}${more}`);
const unrestrict = (guardianId = rob.guardianId) => types(`guardian unrestrict --json ${named(guardianId)}`);

const stored = (guardianId = rob.guardianId) =>
  t.dataSource.query(
    `select restricted_at is not null as restricted, restricted_until::text as until, restriction_reason as reason,
       membership_id is not null as linked from guardians where school_id = $1 and id = $2`,
    [school.id, guardianId],
  );
const isRestrictedInMe = async ({ token }: { token: string }): Promise<boolean[]> => {
  const { body } = await t.api.get('/me', { token });
  return body.memberships[0].students.map(({ restricted }: { restricted: boolean }) => restricted);
};

describe('guardian restrict', () => {
  it.each([
    [
      'without a reason',
      () => `--school ${school.id} --student ${sam.sourceId} --guardian-id ${rob.guardianId}`,
    ],
    ['for a day that no calendar has', () => `${named()} --until 2099-02-30`],
    ['for a time', () => `${named()} --until tomorrow`],
  ])('refuses a call %s: exit status 2', async (_, words) => {
    expect(await types(`guardian restrict ${words()}`)).toMatchObject({ status: 2, stdout: '' });
  });

  it('refuses an unknown student, a record of another student, and a day that is over', async () => {
    const other = await school.student();
    const { id } = await school.guardian(other);
    const said = async (line: string) => {
      const { status, stderr } = await types(line);
      expect(status).toBe(1);
      return stderr;
    };
    expect(
      await said(`guardian restrict ${named(rob.guardianId, { ...sam, sourceId: 'nobody' })}`),
    ).toContain('no student nobody');
    expect(await said(`guardian restrict ${named(id)}`)).toContain('no such guardian');
    expect(await said(`guardian restrict ${named('not-an-id')}`)).toContain('no such guardian');
    expect(await said(`guardian restrict ${named(randomUUID())}`)).toContain('no such guardian');
    expect(await said(`guardian restrict ${named()} --until 2020-01-01`)).toContain('has to be today');
    expect(await said(`guardian unrestrict ${named()}`)).toContain('is not restricted');
    expect(await stored()).toEqual([{ restricted: false, until: null, reason: null, linked: true }]);
  });

  it('keeps the guardian apart until it is ended, with the terms that were given last', async () => {
    expect((await restrict()).json).toEqual({
      ...{ guardian_id: rob.guardianId, restricted: true, restricted_until: null, not_restricted_in: [] },
    });
    expect(await isRestrictedInMe(rob)).toEqual([true]);
    expect((await restrict(' --until 2099-06-30')).json).toMatchObject({ restricted_until: '2099-06-30' });
    expect(await stored()).toEqual([
      { restricted: true, until: '2099-06-30', reason: 'order', linked: true },
    ]);
    const { json } = await types(`guardian list --json --school ${school.id} --student ${sam.sourceId}`);
    expect(json.guardians).toMatchObject([{ restricted: true, restricted_until: '2099-06-30' }]);
    const unlink = `guardian unlink --school ${school.id} --student ${sam.sourceId} --guardian-id ${rob.guardianId}`;
    expect(await types(unlink)).toMatchObject({
      ...{ status: 1, stderr: expect.stringContaining('guardian unrestrict') },
    });
    expect((await unrestrict()).json).toEqual({ guardian_id: rob.guardianId, restricted: false });
    expect(await isRestrictedInMe(rob)).toEqual([false]);
    expect(await stored()).toEqual([{ restricted: false, until: null, reason: null, linked: true }]);
  });

  it('restricts every record of the person, and nobody else of the student', async () => {
    const student = await school.student();
    const second = { source: 'oneroster', sourceId: randomUUID(), email: null };
    const one = await school.parentOf(student, { firstName: 'Rob' });
    const two = await school.guardian(student, { firstName: 'ROB', ...second });
    const mary = await school.guardian(student, { firstName: 'Mary' });
    const words = named(two.id, student);
    expect(await types(`guardian restrict ${words}`)).toMatchObject({ status: 0 });
    expect(await Promise.all([one.guardianId, two.id, mary.id].map(stored))).toMatchObject([
      [{ restricted: true, reason: 'order' }],
      [{ restricted: true, reason: 'order' }],
      [{ restricted: false }],
    ]);
    await types(`guardian unrestrict ${named(one.guardianId, student)}`);
    expect(await stored(two.id)).toMatchObject([{ restricted: false }]);
  });

  it('ends one restriction of a student and keeps the other one', async () => {
    const { student, mother, father } = await school.family();
    await t.dataSource.query(`update guardians set first_name = 'Rob' where school_id = $1 and id = $2`, [
      ...[school.id, father.guardianId],
    ]);
    for (const { guardianId } of [mother, father])
      expect(await types(`guardian restrict ${named(guardianId, student)}`)).toMatchObject({ status: 0 });
    await types(`guardian unrestrict ${named(mother.guardianId, student)}`);
    expect([await isRestrictedInMe(mother), await isRestrictedInMe(father)]).toEqual([[false], [true]]);
  });

  it('takes the account of a shared mailbox from the other guardian, and gives it back', async () => {
    const student = await school.student();
    const mary = await school.parentOf(student, { firstName: 'Mary' });
    const shared = { email: mary.email, sharedMembershipId: mary.membershipId };
    const { id } = await school.guardian(student, { firstName: 'Rob', ...shared });
    await types(`guardian restrict ${named(id, student)}`);
    expect(await stored(mary.guardianId)).toMatchObject([{ restricted: false, linked: false }]);
    await types(`guardian unrestrict ${named(id, student)}`);
    expect(await isRestrictedInMe(mary)).toEqual([false]);
    expect(
      await t.dataSource.query(
        'select coalesce(membership_id, shared_membership_id) as member from guardians where school_id = $1 and student_id = $2',
        [school.id, student.id],
      ),
    ).toEqual([{ member: mary.membershipId }, { member: mary.membershipId }]);
  });

  it('names other schools that have the person for the student without a restriction', async () => {
    const elsewhere = await aSchool(t);
    const copy = await elsewhere.student({ sourceId: sam.sourceId });
    await elsewhere.guardian(copy, { firstName: 'Rob' });
    const stranger = await aSchool(t);
    await stranger.student({ sourceId: sam.sourceId });
    const { json } = await restrict();
    const [{ short_name }] = await t.dataSource.query('select short_name from schools where id = $1', [
      ...[elsewhere.id],
    ]);
    expect(json.not_restricted_in).toEqual([short_name]);
    const { stdout } = await types(`guardian restrict ${named()}`);
    expect(stdout).toContain(`Not restricted at ${short_name}`);
    await unrestrict();
  });
});

describe('The last day of a restriction', () => {
  const round = () => t.app.get(RestrictionsService, { strict: false }).liftEnded([school.id]);

  it('holds through the whole day at the school, and ends with it', async () => {
    const student = await school.student();
    const parent = await school.parentOf(student);
    await types(`guardian restrict ${named(parent.guardianId, student)} --until 2099-06-30`);
    const at = t.clock.now();
    // Half a second before midnight in New York, and at midnight.
    t.clock.stopAt('2099-07-01T03:59:59.500Z');
    await round();
    expect(await stored(parent.guardianId)).toMatchObject([{ restricted: true }]);
    t.clock.stopAt('2099-07-01T04:00:00Z');
    await round();
    t.clock.moveTo(at.toISOString());
    expect(await stored(parent.guardianId)).toEqual([
      { restricted: false, until: null, reason: null, linked: true },
    ]);
    const entries = await t.dataSource.query(
      `select operation, operator, item_id from audit_entries where school_id = $1 and operator = 'the clock'`,
      [school.id],
    );
    expect(entries).toEqual([
      { operation: 'guardian unrestrict', operator: 'the clock', item_id: parent.guardianId },
    ]);
  });
});

describe('doctor', () => {
  const check = async () =>
    (await types('doctor --json')).json.checks.find(({ name }: { name: string }) => name === 'restrictions');

  it('names restricted guardians who reach the student by another way, and nobody else', async () => {
    const student = await school.student();
    const [admin, teacher, shared, elsewhere, father] = await Promise.all(
      ['Ada', 'Tom', 'Sue', 'Eli', 'Rob'].map((firstName) => school.parentOf(student, { firstName })),
    );
    const other = await aSchool(t);
    const copy = await other.student({ sourceId: student.sourceId });
    await other.guardian(copy, { firstName: 'Eli' });
    await t.dataSource.query(
      `update memberships set role = 'junior_admin' where school_id = $1 and id = $2`,
      [...[school.id, admin!.membershipId]],
    );
    await t.dataSource.query(
      `insert into staff_members (school_id, source, source_id, first_name, last_name, email)
       values ($1, 'content', 'tom', 'Tom', 'Park', $2)`,
      [school.id, teacher!.email],
    );
    await school.guardian(student, { firstName: 'Mary', email: shared!.email });
    for (const { guardianId } of [admin!, teacher!, shared!, elsewhere!, father!])
      await school.restrict({ guardianId });
    const { status, message, remedy } = await check();
    expect([status, remedy]).toEqual(['warning', expect.stringContaining('guardian list')]);
    expect(message).toContain(`an admin at the school: ${admin!.guardianId};`);
    expect(message).toContain(`its staff: ${teacher!.guardianId};`);
    expect(message).toContain(`another school that is not restricted: ${elsewhere!.guardianId};`);
    expect(message).toContain(`another guardian of the student has, too: ${shared!.guardianId}.`);
    expect(message).not.toContain(father!.guardianId);
    expect(message).not.toMatch(/Ada|Tom|@/);
  });

  it('says how many are restricted, and nothing where nobody is', async () => {
    await t.dataSource.query('update guardians set restricted_at = null where school_id = $1', [school.id]);
    expect(await check()).toBeUndefined();
    await school.restrict(await school.parentOf(await school.student()));
    expect(await check()).toMatchObject({ status: 'ok', message: expect.stringContaining('student: 1.') });
  });
});

describe('membership add', () => {
  it('waits for a restriction that is being set, and finds it', async () => {
    const kim = await school.student({ firstName: 'Kim' });
    const onFile = await school.guardian(kim, { firstName: 'Bob', lastName: 'Fox', email: null });
    const bob = await aPerson(t, { firstName: 'Bob', lastName: 'Fox' });
    const whom = `--school ${school.id} --email ${bob.email} --role parent`;
    let adding: Promise<CommandOutcome> | undefined;
    await t.dataSource.transaction(async (manager) => {
      await lockImportsOfSchool(manager, school.id);
      await manager.query('update guardians set restricted_at = now() where school_id = $1 and id = $2', [
        school.id,
        onFile.id,
      ]);
      adding = types(`membership add ${whom} --student ${kim.sourceId} --relation father`);
      await Promise.race([adding, delay(3_000)]);
    });
    expect((await adding)!.status).toBe(0);
    expect(await isRestrictedInMe(bob)).toEqual([true]);
  });
});
