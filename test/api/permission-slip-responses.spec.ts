import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Student } from '../../src/features/directory/student.entity.js';
import type { PermissionSlip } from '../../src/features/permission-slips/permission-slip.entity.js';
import { SlipResponse } from '../../src/features/permission-slips/slip-response.entity.js';
import { aPermissionSlip, aSignatureInput, aSlipQuestion, SlipClient } from '../support/a-permission-slip.js';
import { aSchool, type TestGuardian, type TestSchool } from '../support/a-school.js';
import { expectError, expectInvalid } from '../support/errors.js';
import { aPhoto } from '../support/images.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let ada: Student;
let mother: TestGuardian;
let father: TestGuardian;
beforeAll(async () => {
  t = await startTestApp();
  school = await aSchool(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  ada = await school.student();
  mother = await school.parentOf(ada);
  father = await school.parentOf(ada, { relation: 'father' });
});

const aSlip = async (given: Partial<PermissionSlip> = {}): Promise<SlipClient> =>
  new SlipClient(t, (await aPermissionSlip(t, school, given)).id);
const granted = (given: object = {}): object => ({ student_id: ada.id, decision: 'granted', ...given });
const declined = (given: object = {}): object => granted({ decision: 'declined', ...given });
const stored = (slip: SlipClient): Promise<SlipResponse[]> =>
  t.dataSource.manager.find(SlipResponse, { where: { slipId: slip.id }, order: { revision: 'asc' } });
const stateFor = async (slip: SlipClient, { token }: TestGuardian): Promise<string> =>
  ((await slip.get({ token })).body.my_students as { state: string }[])[0]!.state;

describe('Whoever answers a slip', () => {
  it('is refused for a student who is not theirs, and told nothing of one of another school', async () => {
    const slip = await aSlip();
    const [ben, other] = [await school.student(), await (await aSchool(t)).student()];
    expectError(await slip.answer(mother, granted({ student_id: ben.id })), 403, 'not_authorized');
    expectError(await slip.answer(mother, granted({ student_id: other.id })), 404, 'not_found');
    expectError(await slip.answer(mother, granted({ student_id: randomUUID() })), 404, 'not_found');
    expectError(await slip.answer(await school.admin(), granted()), 403, 'not_authorized');
    expect(await stored(slip)).toEqual([]);
  });

  it('is refused outside the audience before it is asked whose student it is', async () => {
    const slip = await aSlip({ audienceType: 'admins' });
    const other = await (await aSchool(t)).student();
    for (const student_id of [ada.id, other.id, randomUUID()])
      expectError(await slip.answer(mother, granted({ student_id })), 403, 'not_authorized');
    expectError(await slip.get(mother), 404, 'not_found');
  });

  it('finds none of another school', async () => {
    const slip = await aSlip();
    const stranger = await (await aSchool(t)).parent();
    expectError(await slip.answer(stranger, granted()), 404, 'not_found');
    expectError(await slip.answer(stranger, {}), 404, 'not_found');
  });

  it('is refused for a student whom a slip for other years does not ask for', async () => {
    const ben = await school.student({ graduationYear: 2031 });
    const parent = await school.parentOf([ada, ben]);
    const slip = await aSlip({ audienceType: 'graduation_years', audienceYears: [2031] });
    expectError(await slip.answer(parent, granted()), 403, 'not_authorized');
    expect((await slip.answer(parent, granted({ student_id: ben.id }))).status).toBe(201);
  });

  it('names the student', async () => {
    expectInvalid(await (await aSlip()).answer(mother, { decision: 'granted' }), 'student_id');
  });

  it('decides', async () => {
    expectInvalid(await (await aSlip()).answer(mother, granted({ decision: 'maybe' })), 'decision');
  });

  it('signs where that is required, and only then', async () => {
    const slip = await aSlip({ signatureRequired: true });
    const { status, body } = await slip.answer(mother, granted());
    expect([status, body.error.reason]).toEqual([400, 'signature_required']);
    const refused = (given: object) => slip.answer(mother, granted({ signature: aSignatureInput(given) }));
    expectInvalid(await refused({ agreed: false }), 'signature.agreed');
    expectInvalid(await refused({ full_name: ' ' }), 'signature.full_name');
    expectError(await refused({ statement_version: 2 }), 409, 'conflict', 'stale');
    expect((await refused({})).status).toBe(201);
  });

  it('says how they are related unless that is plain', async () => {
    const grandmother = await school.parentOf(ada, { relation: 'grandparent' });
    const slip = await aSlip();
    const { status, body } = await slip.answer(grandmother, granted());
    expect([status, body.error.reason, body.error.fields[0].path]).toEqual([
      400,
      'signature_required',
      'signature.relation',
    ]);
    const signature = aSignatureInput({ relation: 'Grandmother with custody' });
    const answer = await slip.answer(grandmother, granted({ signature }));
    expect([answer.status, answer.body.relation]).toEqual([201, 'Grandmother with custody']);
  });

  it.each([
    ['no image', Buffer.from('hello').toString('base64')],
    ['more than 100 kB', Buffer.alloc(102_401).toString('base64')],
    ['no base64', '§'],
  ])('draws a signature that is not %s', async (_what, image_png_base64) => {
    const signature = aSignatureInput({ image_png_base64 });
    const answer = await (await aSlip()).answer(mother, granted({ signature }));
    expectInvalid(answer, 'signature.image_png_base64');
  });

  it('answers what is required, and what was asked', async () => {
    const slip = await aPermissionSlip(t, school);
    const client = new SlipClient(t, slip.id);
    const swims = await aSlipQuestion(t, slip, { type: 'yes_no', required: true });
    const why = await aSlipQuestion(t, slip, { required: false, requiredOnDecline: true });
    const refused = async (body: object): Promise<void> => {
      const answer = await client.answer(mother, body);
      expect([answer.status, answer.body.error.reason]).toEqual([400, 'invalid_answers']);
    };
    const swimming = { question_id: swims.id, value: true };
    await refused(granted());
    await refused(granted({ answers: [swimming, swimming] }));
    await refused(granted({ answers: [swimming, { question_id: randomUUID(), text: 'x' }] }));
    await refused(declined());
    await refused(declined({ answers: [swimming] }));
    const answers = [{ question_id: why.id, text: 'No time' }];
    const { status, body } = await client.answer(mother, declined({ answers }));
    expect([status, body.answers]).toEqual([201, answers]);
  });

  it.each([
    ['before it opens', 404, 'not_found', { opensAt: new Date(Date.now() + 60_000) }],
    ['from closes_at on', 400, 'validation_failed', { closesAt: new Date(Date.now() - 1) }],
    ['from visible_until on', 404, 'not_found', { visibleUntil: new Date(Date.now() - 1) }],
  ] as const)('is refused %s', async (_when, status, code, given) => {
    const answer = await (await aSlip(given)).answer(mother, granted());
    expectError(answer, status, code, status === 400 ? 'closed' : undefined);
  });

  it('gets what is kept', async () => {
    const slip = await aSlip({ signatureRequired: true });
    const image_png_base64 = (await aPhoto('image/png')).toString('base64');
    const signature = aSignatureInput({ full_name: 'María José PARK', image_png_base64 });
    const { status, body } = await slip.answer(mother, granted({ signature, note: 'Sits in front' }));
    expect(status).toBe(201);
    const [row] = await stored(slip);
    expect(body).toEqual({
      id: row!.chainId,
      slip_id: slip.id,
      student_id: ada.id,
      student_name: 'Ada Park',
      decision: 'granted',
      answers: [],
      note: 'Sits in front',
      revision: 1,
      state: 'current',
      signed_by_name: 'María José PARK',
      signed_by_membership_id: mother.membershipId,
      relation: null,
      signed_at: row!.signedAt!.toISOString(),
      statement_version: 1,
      statement_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      can_edit: true,
      created_at: row!.createdAt.toISOString(),
    });
    expect(row).toMatchObject({
      accountEmail: mother.email,
      signedByUserId: mother.userId,
      nameMismatch: false,
      ipAddress: expect.stringContaining('127.0.0.1'),
      userAgent: expect.any(String),
      sessionId: expect.any(String),
    });
    expect(row!.signatureImage!.includes('Phone')).toBe(false);
    expect(
      await t.dataSource.query('select * from permission_slip_versions where slip_id = $1', [slip.id]),
    ).toMatchObject([{ sha256: body.statement_sha256, statement: 'I allow my child to take part.' }]);
  });

  it('may sign with another name, which is noted', async () => {
    const slip = await aSlip();
    await slip.answer(mother, granted({ signature: aSignatureInput({ full_name: 'Somebody Else' }) }));
    expect(await stored(slip)).toMatchObject([{ nameMismatch: true, signedByName: 'Somebody Else' }]);
  });

  it('answers once for all students of a family', async () => {
    const ben = await school.student({ firstName: 'Ben' });
    const parent = await school.parentOf([ada, ben]);
    const slip = await aSlip({ answerPer: 'family' });
    expect((await slip.get(parent)).body.my_students).toEqual([
      { student_id: null, name: 'Ada Park, Ben Park', state: 'needed' },
    ]);
    const { status, body } = await slip.answer(parent, { decision: 'granted' });
    expect([status, body.student_id, body.student_name]).toEqual([201, null, 'Ada Park, Ben Park']);
    expect(await stateFor(slip, parent)).toBe('granted');
    expect(await stateFor(slip, father)).toBe('granted');
    expectError(await slip.answer(father, { decision: 'granted' }), 409, 'conflict', 'already_responded');
  });
});

describe('A second guardian', () => {
  it('is refused where the answer is there, and tells the first of another', async () => {
    const slip = await aSlip();
    const first = await slip.answer(mother, granted());
    expectError(await slip.answer(mother, granted()), 409, 'conflict', 'already_responded');
    expectError(await slip.answer(father, granted()), 409, 'conflict', 'already_responded');
    expect((await slip.answer(father, declined())).status).toBe(201);
    expect(await stateFor(slip, mother)).toBe('declined');
    const [ended] = await stored(slip);
    expect(ended).toMatchObject({ id: first.body.id, state: 'superseded', endedAt: expect.any(Date) });
    const told = await t.dataSource.query<object[]>(
      `select membership_id, kind from notifications where target_id = $1 order by created_at`,
      [slip.id],
    );
    const kind = 'slip_answered_by_other_guardian';
    expect(told).toEqual([
      { membership_id: father.membershipId, kind },
      { membership_id: mother.membershipId, kind },
    ]);
  });

  it('does not grant what another has declined until they withdraw', async () => {
    const slip = await aSlip();
    const { body } = await slip.answer(father, declined());
    expectError(await slip.answer(mother, granted()), 409, 'conflict', 'declined_by_other_guardian');
    expect((await slip.withdraw(father, body.id)).status).toBe(204);
    expect(await stateFor(slip, mother)).toBe('withdrawn');
    expect((await slip.get(mother)).body.outstanding).toBe(1);
    const answer = await slip.answer(mother, granted());
    expect([answer.status, answer.body.revision]).toEqual([201, 2]);
    expect(await stateFor(slip, father)).toBe('granted');
  });

  it('signs as well where two have to, and no third does', async () => {
    const slip = await aSlip({ secondGuardianRequired: true });
    const third = await school.parentOf(ada);
    await slip.answer(mother, granted());
    expect([await stateFor(slip, mother), await stateFor(slip, father)]).toEqual(['granted', 'needed']);
    expect((await slip.get(await school.admin())).body.totals).toMatchObject({ granted: 0 });
    expect((await slip.answer(father, granted())).status).toBe(201);
    expect(await stateFor(slip, third)).toBe('granted');
    expectError(await slip.answer(third, granted()), 409, 'conflict', 'already_responded');
    expect((await slip.answer(third, declined())).status).toBe(201);
    expect((await stored(slip)).map(({ state }) => state)).toEqual(['superseded', 'superseded', 'current']);
  });

  it('sees who answered and what, but not what was asked privately', async () => {
    const slip = await aPermissionSlip(t, school);
    const client = new SlipClient(t, slip.id);
    const open = await aSlipQuestion(t, slip);
    const secret = await aSlipQuestion(t, slip, { private: true });
    const answers = [
      { question_id: open.id, text: 'Grandfather' },
      { question_id: secret.id, text: 'Bed wetting' },
    ];
    const { body } = await client.answer(mother, granted({ answers, note: 'Sick on buses' }));
    expect(body.answers).toEqual(answers);
    const seen = await client.get(father);
    expect(seen.text).not.toContain('Bed wetting');
    expect(seen.body.my_responses).toEqual([{ ...body, answers: [answers[0]], can_edit: false }]);
    const stranger = await school.parentOf(await school.student());
    expect((await client.get(stranger)).body.my_responses).toEqual([]);
  });
});

describe('A response', () => {
  it('is changed and withdrawn by nobody but who gave it', async () => {
    const slip = await aSlip();
    const { body } = await slip.answer(mother, granted());
    const other = await aSlip();
    for (const caller of [father, await school.admin(), await school.parent()]) {
      expectError(await slip.change(caller, body.id, granted()), 404, 'not_found');
      expectError(await slip.withdraw(caller, body.id), 404, 'not_found');
    }
    for (const [at, id] of [
      [other, body.id],
      [slip, randomUUID()],
      [slip, 'mine'],
    ] as const) {
      expectError(await at.change(mother, id, granted()), 404, 'not_found');
      expectError(await at.withdraw(mother, id), 404, 'not_found');
    }
  });

  it('is neither changed nor withdrawn once the slip is closed', async () => {
    const slip = await aSlip({ closesAt: new Date(t.clock.now().getTime() + 60_000) });
    const { body } = await slip.answer(mother, granted());
    const closing = 'update permission_slips set closes_at = $2 where id = $1';
    await t.dataSource.query(closing, [slip.id, t.clock.now()]);
    expectError(await slip.change(mother, body.id, granted()), 400, 'validation_failed', 'edit_closed');
    expectError(await slip.withdraw(mother, body.id), 400, 'validation_failed', 'edit_closed');
    const seen = (await slip.get(mother)).body;
    expect([seen.closed, seen.outstanding, seen.my_responses[0].can_edit]).toEqual([true, 0, false]);
  });

  it('is signed anew with every change', async () => {
    const slip = await aSlip({ signatureRequired: true });
    const signature = aSignatureInput();
    const { body } = await slip.answer(mother, granted({ signature }));
    const unsigned = await slip.change(mother, body.id, declined());
    expect([unsigned.status, unsigned.body.error.reason]).toEqual([400, 'signature_required']);
    await t.dataSource.query(
      `update permission_slips set statement = 'More', statement_version = 2 where id = $1`,
      [slip.id],
    );
    expectError(await slip.change(mother, body.id, declined({ signature })), 409, 'conflict', 'stale');
    const renewed = aSignatureInput({ statement_version: 2 });
    const changed = await slip.change(mother, body.id, declined({ signature: renewed }));
    expect(changed.body).toMatchObject({
      id: body.id,
      revision: 2,
      statement_version: 2,
      decision: 'declined',
    });
    expect(await stored(slip)).toMatchObject([
      { state: 'superseded', statementVersion: 1, statementSha256: body.statement_sha256 },
      { state: 'current', chainId: body.id },
    ]);
  });

  it('is not changed once it stands no more', async () => {
    const slip = await aSlip();
    const { body } = await slip.answer(mother, granted());
    await slip.answer(father, declined());
    expectError(await slip.change(mother, body.id, granted()), 409, 'conflict', 'stale');
  });

  it('is withdrawn again without an error, and kept', async () => {
    const slip = await aSlip();
    const { body } = await slip.answer(mother, granted());
    for (const _ of [1, 2]) expect((await slip.withdraw(mother, body.id)).status).toBe(204);
    expect(await stored(slip)).toMatchObject([{ state: 'withdrawn', decision: 'granted' }]);
    expect((await slip.answer(mother, granted())).body.revision).toBe(2);
  });

  it('is kept for managers when the guardian leaves the school', async () => {
    const slip = await aSlip();
    await slip.answer(mother, granted());
    const left = await t.api.post(`/me/leave-school/${mother.membershipId}`, { token: mother.token });
    expect(left.status).toBe(204);
    expect(await stored(slip)).toMatchObject([{ state: 'current', signedByMembershipId: null }]);
    expect((await slip.get(await school.admin())).body.totals).toMatchObject({ granted: 1 });
    expect(await stateFor(slip, father)).toBe('granted');
    expect((await slip.get(father)).body.my_responses[0].signed_by_membership_id).toBeNull();
  });
});
