import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Guardian } from '../../../src/features/directory/guardians/guardian.entity.js';
import { Student } from '../../../src/features/directory/students/student.entity.js';
import type { PermissionSlip } from '../../../src/features/permission-slips/permission-slip.entity.js';
import { aPermissionSlip, aSignatureInput, SlipClient } from '../../support/permission-slip.factory.js';
import { aSchool, type TestGuardian, type TestSchool } from '../../support/school.factory.js';
import { expectError } from '../../support/errors.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let ada: Student;
let ben: Student;
/** Of both; the mother is Ben's alone. */
let father: TestGuardian;
let mother: TestGuardian;
beforeAll(async () => {
  t = await startTestApp();
  school = await aSchool(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  [ada, ben] = [await school.student(), await school.student({ firstName: 'Ben' })];
  father = await school.parentOf([ada, ben], { relation: 'father' });
  mother = await school.parentOf(ben);
});

const GRANTED = { decision: 'granted' };
const DECLINED = { decision: 'declined' };

const aSlip = async (given: Partial<PermissionSlip> = {}): Promise<SlipClient> =>
  new SlipClient(t, (await aPermissionSlip(t, school, { answerPer: 'family', ...given })).id);
const stateFor = async (slip: SlipClient, guardian: TestGuardian): Promise<string> =>
  ((await slip.get(guardian)).body.my_students as { state: string }[])[0]!.state;
/** The students, the decision and the state of what they are shown, the newest first. */
const shownTo = async (slip: SlipClient, guardian: TestGuardian): Promise<string[]> =>
  ((await slip.get(guardian)).body.my_responses as Record<string, string>[]).map(
    ({ student_name, decision, state }) => `${student_name}: ${decision}, ${state}`,
  );
const totals = async (slip: SlipClient): Promise<object> =>
  (await slip.get(await school.admin())).body.totals;

describe('An answer for a family', () => {
  it('counts once for all of its students', async () => {
    const slip = await aSlip();
    expect((await slip.get(father)).body.my_students).toEqual([
      { student_id: null, name: 'Ada Park, Ben Park', state: 'needed' },
    ]);
    const { status, body } = await slip.answer(father, GRANTED);
    expect([status, body.student_id, body.student_name]).toEqual([201, null, 'Ada Park, Ben Park']);
    expect(await stateFor(slip, father)).toBe('granted');
    expect(await stateFor(slip, mother)).toBe('granted');
    expectError(await slip.answer(mother, GRANTED), 409, 'conflict', 'already_responded');
  });

  it('names the relation on file where it is signed and typed none, and it is the same to all for whom it stands', async () => {
    const cleo = await school.student({ firstName: 'Cleo' });
    const other = await school.parentOf(cleo);
    const signed = { ...GRANTED, signature: aSignatureInput() };
    const relation = async (slip: SlipClient, body: object): Promise<unknown> =>
      (await slip.answer(father, body)).body.relation;
    expect(await relation(await aSlip(), signed)).toBe('father');
    expect(await relation(await aSlip(), GRANTED)).toBeNull();
    await school.guardian(cleo, { membershipId: father.membershipId, relation: 'guardian' });
    expect(await relation(await aSlip(), signed)).toBeNull();
    const typed = { ...GRANTED, signature: aSignatureInput({ relation: 'Papa' }) };
    expect(await relation(await aSlip(), typed)).toBe('Papa');
    const slip = await aSlip();
    expect((await slip.answer(other, GRANTED)).status).toBe(201);
    expect(await relation(slip, signed)).toBe('father');
  });

  it('refuses a change by somebody for whose students the slip asks no more', async () => {
    const slip = await aSlip();
    const { body } = await slip.answer(mother, GRANTED);
    expect(body.can_edit).toBe(true);
    await t.dataSource.manager.update(Student, { id: ben.id }, { archivedAt: t.clock.now() });
    expectError(await slip.change(mother, body.id, DECLINED), 404, 'not_found');
    expect((await slip.get(mother)).body.my_responses).toMatchObject([{ can_edit: false }]);
  });

  it('takes in whom they are linked to since, with its next revision', async () => {
    const slip = await aSlip();
    const { body } = await slip.answer(father, GRANTED);
    await link(father, await school.student({ firstName: 'Cleo' }));
    expect(await stateFor(slip, father)).toBe('needed');
    expectError(await slip.answer(father, GRANTED), 409, 'conflict', 'already_responded');
    const changed = await slip.change(father, body.id, GRANTED);
    expect(changed.body).toMatchObject({
      id: body.id,
      revision: 2,
      student_name: 'Ada Park, Ben Park, Cleo Park',
    });
    expect(await stateFor(slip, father)).toBe('granted');
  });

  it('leaves out who has left the roster since, with its next revision', async () => {
    const slip = await aSlip();
    const { body } = await slip.answer(father, GRANTED);
    await t.dataSource.manager.update(Student, { id: ada.id }, { archivedAt: t.clock.now() });
    const changed = await slip.change(father, body.id, DECLINED);
    expect([changed.status, changed.body.student_name]).toEqual([200, 'Ben Park']);
  });

  it('goes on counting when it is for other students than before', async () => {
    const slip = await aSlip();
    const { body } = await slip.answer(mother, DECLINED);
    await t.dataSource.manager.delete(Guardian, { membershipId: mother.membershipId });
    await link(mother, ada);
    expect((await slip.get(mother)).body.my_responses).toMatchObject([{ can_edit: true }]);
    const changed = await slip.change(mother, body.id, GRANTED);
    expect(changed.body).toMatchObject({ id: body.id, revision: 2, student_name: 'Ada Park' });
    expect((await slip.get(father)).body.my_students).toMatchObject([{ state: 'needed' }]);
  });
});

describe('Guardians who share some of their children', () => {
  it('answer for those for whom nobody else has', async () => {
    const slip = await aSlip();
    expect((await slip.answer(mother, GRANTED)).body.student_name).toBe('Ben Park');
    const { status, body } = await slip.answer(father, GRANTED);
    expect([status, body.student_name]).toEqual([201, 'Ada Park']);
    const adas = await school.parentOf(ada);
    expectError(await slip.answer(adas, GRANTED), 409, 'conflict', 'already_responded');
  });

  it('grant for nobody whom another has refused, and for the others all the same', async () => {
    const slip = await aSlip();
    const { body: no } = await slip.answer(mother, DECLINED);
    const uncle = await school.parentOf(ben);
    expectError(await slip.answer(uncle, GRANTED), 409, 'conflict', 'declined_by_other_guardian');
    const { status, body: yes } = await slip.answer(father, GRANTED);
    expect([status, yes.student_name]).toEqual([201, 'Ada Park']);
    expect(await totals(slip)).toMatchObject({ granted: 1, declined: 1 });
    expect(await stateFor(slip, father)).toBe('declined');
    await slip.withdraw(mother, no.id);
    const changed = await slip.change(father, yes.id, GRANTED);
    expect([changed.status, changed.body.student_name]).toEqual([200, 'Ada Park, Ben Park']);
  });

  it('hear that all is refused, though some of it is answered already', async () => {
    const slip = await aSlip();
    await slip.answer(mother, DECLINED);
    await slip.answer(await school.parentOf(ada), GRANTED);
    expectError(await slip.answer(father, GRANTED), 409, 'conflict', 'declined_by_other_guardian');
  });

  it('end with the same, whoever comes first', async () => {
    const slip = await aSlip();
    await slip.answer(father, GRANTED);
    expect((await slip.answer(mother, DECLINED)).status).toBe(201);
    expect(await totals(slip)).toMatchObject({ granted: 1, declined: 1 });
    expect(await shownTo(slip, father)).toEqual([
      'Ben Park: declined, current',
      'Ada Park: granted, current',
    ]);
  });

  it('see of an answer whom of their own it stands for', async () => {
    const slip = await aSlip();
    await slip.answer(father, GRANTED);
    expect(await shownTo(slip, father)).toEqual(['Ada Park, Ben Park: granted, current']);
    expect(await shownTo(slip, mother)).toEqual(['Ben Park: granted, current']);
    await slip.answer(mother, DECLINED);
    expect(await shownTo(slip, mother)).toEqual(['Ben Park: declined, current']);
  });

  it('see nothing of an answer that another has overruled for their child, also once it has ended for the others', async () => {
    const slip = await aSlip();
    const { body } = await slip.answer(father, GRANTED);
    await slip.answer(mother, DECLINED);
    expect(await shownTo(slip, mother)).toEqual(['Ben Park: declined, current']);
    await slip.withdraw(father, body.id);
    expect(await shownTo(slip, father)).toEqual([
      'Ben Park: declined, current',
      'Ada Park: granted, withdrawn',
    ]);
    expect(await shownTo(slip, mother)).toEqual(['Ben Park: declined, current']);
  });

  it('keep seeing an answer that ended because it was overruled for all of its children', async () => {
    const slip = await aSlip();
    await slip.answer(father, GRANTED);
    await slip.answer(await school.parentOf([ada, ben]), DECLINED);
    expect(await shownTo(slip, father)).toEqual([
      'Ada Park, Ben Park: declined, current',
      'Ada Park, Ben Park: granted, superseded',
    ]);
    expect(await shownTo(slip, mother)).toEqual([
      'Ben Park: declined, current',
      'Ben Park: granted, superseded',
    ]);
  });

  it('see all of an answer where they manage the slip', async () => {
    const slip = await aSlip();
    await slip.answer(father, GRANTED);
    await t.dataSource.query(`update memberships set role = 'junior_admin' where id = $1`, [
      mother.membershipId,
    ]);
    expect(await shownTo(slip, mother)).toEqual(['Ada Park, Ben Park: granted, current']);
  });
});

async function link({ membershipId, email }: TestGuardian, student: Student): Promise<void> {
  await school.guardian(student, { membershipId, email });
}
