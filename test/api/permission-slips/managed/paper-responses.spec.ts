import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Student } from '../../../../src/features/directory/students/student.entity.js';
import type { PermissionSlip } from '../../../../src/features/permission-slips/permission-slip.entity.js';
import { SlipResponse } from '../../../../src/features/permission-slips/responses/slip-response.entity.js';
import { anAttachment } from '../../../support/attachment.factory.js';
import { expectError, expectInvalid } from '../../../support/errors.js';
import { aPermissionSlip, aSlipQuestion, SlipClient } from '../../../support/permission-slip.factory.js';
import {
  aSchool,
  type TestGuardian,
  type TestMember,
  type TestSchool,
} from '../../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let admin: TestMember;
let ada: Student;
let mother: TestGuardian;
let father: TestGuardian;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
  admin = await school.member('senior_admin', { firstName: 'Olga', lastName: 'Office' });
  ({ student: ada, mother, father } = await school.family());
});

const aSlip = async (given: Partial<PermissionSlip> = {}): Promise<SlipClient> =>
  new SlipClient(t, (await aPermissionSlip(t, school, given)).id);
const record = ({ id }: { id: string }, given: object = {}, by: TestMember = admin, key?: string) =>
  t.api.send('POST', `/permission-slips/${id}/paper-responses`, {
    ...{ token: by.token, ...(key && { headers: { 'idempotency-key': key } }) },
    body: {
      ...{ student_id: ada.id, decision: 'granted', signed_by_name: 'Rosa Lind', relation: 'aunt' },
      ...{ signed_on: yesterday(), ...given },
    },
  });
const yesterday = (): string => inHours(-24).toISOString().slice(0, 10);
const inHours = (hours: number): Date => new Date(t.clock.now().getTime() + hours * 3_600_000);
const stateOf = async ({ id }: SlipClient, of = ada): Promise<Record<string, unknown>> => {
  const { body } = await t.api.get(`/permission-slips/${id}/management`, { token: admin.token });
  return body.students.find(({ student_id }: { student_id: string }) => student_id === of.id);
};
const online = (decision: 'granted' | 'declined') => ({ student_id: ada.id, decision });

describe('POST /permission-slips/{slipId}/paper-responses', () => {
  it('refuses whoever is no manager, whatever they send', async () => {
    const slip = await aSlip();
    expectError(await record(slip, { decision: 7 }, mother), 403, 'not_authorized');
    expectError(await record(slip, {}, await (await aSchool(t)).admin()), 404, 'not_found');
  });

  it.each([
    [{ decision: 'maybe' }, ['decision']],
    [{ signed_by_name: ' ' }, ['signed_by_name']],
    [{ relation: null }, ['relation']],
    [{ signed_on: '2026-02-30' }, ['signed_on']],
    [{ signed_on: '2099-01-01' }, ['signed_on']],
  ])('refuses %j', async (given, paths) => {
    const slip = await aSlip();
    expectInvalid(await record(slip, given), ...paths);
    expect(await stateOf(slip)).toMatchObject({ state: 'needed', responses: [] });
  });

  it('refuses students of nobody and of others, before it opens, and once it is deleted', async () => {
    const slip = await aSlip({ audienceType: 'graduation_years', audienceYears: [ada.graduationYear!] });
    const [other, foreign] = [
      await school.student({ graduationYear: 1999 }),
      await (await aSchool(t)).student(),
    ];
    for (const student_id of [randomUUID(), foreign.id])
      expectError(await record(slip, { student_id }), 404, 'not_found');
    expectInvalid(await record(slip, { student_id: other.id }), 'student_id');
    expectError(await record(await aSlip({ opensAt: null })), 409, 'conflict', 'not_open');
    expectError(await record(await aSlip({ opensAt: inHours(1) })), 409, 'conflict', 'not_open');
    expectError(await record(await aSlip({ deletedAt: inHours(-1) })), 404, 'not_found');
  });

  it('asks for answers as ever', async () => {
    const row = await aPermissionSlip(t, school);
    const { id: question_id } = await aSlipQuestion(t, row, { required: true });
    const refused = await record(row);
    expect([refused.status, refused.body.error.reason]).toEqual([400, 'invalid_answers']);
    const { status, body } = await record(row, { answers: [{ question_id, text: 'Grandpa' }] });
    expect([status, body.answers]).toEqual([201, [{ question_id, text: 'Grandpa' }]]);
  });

  it('records an answer, once it has closed too, and tells the guardians', async () => {
    const slip = await aSlip({ signatureRequired: true, closesAt: inHours(-1) });
    const { status, body } = await record(slip);
    expect([status, body]).toMatchObject([
      201,
      {
        ...{ student_id: ada.id, decision: 'granted', state: 'current', revision: 1, relation: 'aunt' },
        ...{ signed_by_name: 'Rosa Lind', signed_by_membership_id: null, can_edit: false },
      },
    ]);
    expect(await stateOf(slip)).toMatchObject({
      ...{ state: 'granted', signed_by: ['Rosa Lind'], signed_at: body.signed_at },
      responses: [{ paper: { signed_on: yesterday(), recorded_by_name: 'Olga Office', scan: null } }],
    });
    const { body: mine } = await slip.get(mother);
    expect(mine).toMatchObject({ my_students: [{ state: 'granted' }], my_responses: [{ id: body.id }] });
  });

  it('keeps a scan, which managers alone may download', async () => {
    const slip = await aSlip();
    const [scan, notice] = [
      await anAttachment(t, school, admin, { entityType: 'permission_slip' }),
      await anAttachment(t, school, admin, { entityType: 'notice' }),
    ];
    const refused = await record(slip, { attachment_key: notice.key });
    expect([refused.status, refused.body.error]).toMatchObject([
      400,
      { reason: 'foreign_key_not_owned', fields: [{ path: 'attachment_key' }] },
    ]);
    expect(await stateOf(slip)).toMatchObject({ state: 'needed' });
    await record(slip, { attachment_key: scan.key });
    expect(await stateOf(slip)).toMatchObject({
      responses: [{ paper: { scan: { id: scan.id, file_name: 'Map.png' } } }],
    });
    const address = (by: TestMember) =>
      t.api.get(`/permission-slips/${slip.id}/attachments/${scan.id}/download-url`, { token: by.token });
    expect((await address(admin)).status).toBe(200);
    expectError(await address(mother), 404, 'not_found');
  });

  it('records one of two that are sent at the same time', async () => {
    const [slip, key] = [await aSlip(), randomUUID()];
    const same = await Promise.all([record(slip, {}, admin, key), record(slip, {}, admin, key)]);
    expect(new Set(same.map(({ body }) => body.id)).size).toBe(1);
    expectError(await record(slip), 409, 'conflict', 'already_responded');
    const [one, other] = [await aSlip(), await aSlip()];
    const both = await Promise.all([record(one), record(one, { signed_by_name: 'Another Name' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const mixed = await Promise.all([record(other), other.answer(mother, online('granted'))]);
    expect(mixed.map(({ status }) => status).sort()).toEqual([201, 409]);
    const rows = await t.dataSource.manager.countBy(SlipResponse, { schoolId: school.id });
    expect(rows).toBe(3);
  });

  it('changes the answer of whoever has the same name, and binds others as a guardian does', async () => {
    const slip = await aSlip();
    const nameOfMother = (await slip.answer(mother, online('declined'))).body.signed_by_name;
    expectError(await record(slip), 409, 'conflict', 'declined_by_other_guardian');
    expect((await record(slip, { signed_by_name: nameOfMother })).body).toMatchObject({ revision: 2 });
    expect(await stateOf(slip)).toMatchObject({ state: 'granted', signed_by: [nameOfMother] });
    expect((await record(slip, { decision: 'declined' })).status).toBe(201);
    for (const guardian of [mother, father]) {
      const refused = await slip.answer(guardian, online('granted'));
      expectError(refused, 409, 'conflict', 'declined_by_other_guardian');
    }
  });

  it('counts as one of two signatures, and never as both', async () => {
    const slip = await aSlip({ secondGuardianRequired: true });
    const nameOfMother = (await slip.answer(mother, online('granted'))).body.signed_by_name;
    const again = await record(slip, { signed_by_name: nameOfMother });
    expectError(again, 409, 'conflict', 'already_responded');
    expect(await stateOf(slip)).toMatchObject({ state: 'needed' });
    expect((await record(slip)).status).toBe(201);
    expect(await stateOf(slip)).toMatchObject({ state: 'granted', signed_by: [nameOfMother, 'Rosa Lind'] });
  });

  /** By the guardian themselves, in their settings. */
  const rename = async ({ token }: TestMember, name: string): Promise<void> => {
    const [first_name, last_name] = name.split(' ');
    const body = { first_name, last_name, phone: '1' };
    expect((await t.api.patch('/me/contact', { token, body })).status).toBe(200);
  };

  it('lets a guardian change what they have signed on paper, and nobody who takes the name of another', async () => {
    const slip = await aSlip();
    await rename(father, 'Paul Park');
    expect((await record(slip, { decision: 'declined', signed_by_name: 'Paul Park' })).status).toBe(201);
    await rename(mother, 'Paul Park');
    const refused = await slip.answer(mother, online('granted'));
    expectError(refused, 409, 'conflict', 'declined_by_other_guardian');
    expect((await slip.answer(father, online('granted'))).status).toBe(201);

    const strangers = await aSlip();
    expect((await record(strangers, { decision: 'declined' })).status).toBe(201);
    await rename(mother, 'Rosa Lind');
    const again = await strangers.answer(mother, online('granted'));
    expectError(again, 409, 'conflict', 'declined_by_other_guardian');
  });

  it('counts as one of two signatures, whatever its signer calls themselves later', async () => {
    const slip = await aSlip({ secondGuardianRequired: true });
    await rename(mother, 'Ruth Park');
    expect((await record(slip, { signed_by_name: 'Ruth Park' })).status).toBe(201);
    await rename(mother, 'Other Name');
    expectError(await slip.answer(mother, online('granted')), 409, 'conflict', 'already_responded');
    expect((await slip.answer(father, online('granted'))).status).toBe(201);
    expect(await stateOf(slip)).toMatchObject({ state: 'granted' });
  });

  it('counts for its signer alone, whoever records it', async () => {
    const slip = await aSlip({ secondGuardianRequired: true });
    await rename(mother, 'Ruth Park');
    await rename(father, 'Paul Park');
    await t.dataSource.query(`update memberships set role = 'senior_admin' where id = $1`, [
      mother.membershipId,
    ]);
    expect((await record(slip, { signed_by_name: 'Ruth Park' }, mother)).status).toBe(201);
    expect((await record(slip, { signed_by_name: 'Paul Park' }, mother)).status).toBe(201);
    expect(await stateOf(slip)).toMatchObject({ state: 'granted' });

    const refused = await aSlip();
    expect(
      (await record(refused, { decision: 'declined', signed_by_name: 'Ruth Park' }, mother)).status,
    ).toBe(201);
    const other = await record(refused, { signed_by_name: 'Paul Park' }, mother);
    expectError(other, 409, 'conflict', 'declined_by_other_guardian');
  });

  it('counts once beside what its signer has given under another name, online or on another sheet', async () => {
    await rename(mother, 'Ruth Park');
    const online2 = await aSlip({ secondGuardianRequired: true });
    expect((await online2.answer(mother, online('granted'))).status).toBe(201);
    await rename(mother, 'Rose Park');
    const sheet = await record(online2, { signed_by_name: 'Rose Park' });
    expectError(sheet, 409, 'conflict', 'already_responded');

    const sheets = await aSlip({ secondGuardianRequired: true });
    expect((await record(sheets, { signed_by_name: 'Rose Park' })).status).toBe(201);
    await rename(mother, 'Rita Park');
    const again = await record(sheets, { signed_by_name: 'Rita Park' });
    expectError(again, 409, 'conflict', 'already_responded');
    expect(await stateOf(sheets)).toMatchObject({ state: 'needed' });
  });

  it('ends at 50 for a student', async () => {
    const slip = await aSlip();
    for (let at = 0; at < 50; at += 1) {
      const decision = at % 2 === 0 ? 'declined' : 'granted';
      expect((await record(slip, { decision })).status).toBe(201);
    }
    expectError(await record(slip, { decision: 'declined' }), 409, 'conflict', 'limit_reached');
  });
});
