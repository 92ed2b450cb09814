import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Student } from '../../../src/features/directory/students/student.entity.js';
import type { PermissionSlip } from '../../../src/features/permission-slips/permission-slip.entity.js';
import { DrawnSignature } from '../../../src/features/permission-slips/responses/drawn-signature.entity.js';
import { SlipResponse } from '../../../src/features/permission-slips/responses/slip-response.entity.js';
import {
  aPermissionSlip,
  aSignatureInput,
  aSlipQuestion,
  SlipClient,
} from '../../support/permission-slip.factory.js';
import { aSchool, type TestGuardian, type TestSchool } from '../../support/school.factory.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { untilWaiting } from '../../support/database/lock-waits.js';
import { aPhoto } from '../../support/files/images.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

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
  ({ student: ada, mother, father } = await school.family());
});

const aSlip = async (given: Partial<PermissionSlip> = {}): Promise<SlipClient> =>
  new SlipClient(t, (await aPermissionSlip(t, school, given)).id);
const granted = (given: object = {}): object => ({ student_id: ada.id, decision: 'granted', ...given });
const declined = (given: object = {}): object => granted({ decision: 'declined', ...given });
const stored = (slip: SlipClient): Promise<SlipResponse[]> =>
  t.dataSource.manager.find(SlipResponse, { where: { slipId: slip.id }, order: { revision: 'asc' } });

describe('Whoever answers a slip', () => {
  it('gets a refusal for a student who is not theirs, and hears nothing of one of another school', async () => {
    const slip = await aSlip();
    const [ben, other] = [await school.student(), await (await aSchool(t)).student()];
    expectError(await slip.answer(mother, granted({ student_id: ben.id })), 403, 'not_authorized');
    expectError(await slip.answer(mother, granted({ student_id: other.id })), 404, 'not_found');
    expectError(await slip.answer(mother, granted({ student_id: randomUUID() })), 404, 'not_found');
    expectError(await slip.answer(await school.admin(), granted()), 403, 'not_authorized');
    expect(await stored(slip)).toEqual([]);
  });

  it('gets a refusal outside the audience before it is asked whose student it is', async () => {
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

  it('gets a refusal for a student whom a slip for other years does not ask for', async () => {
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
    expectInvalid(await refused({ full_name: ' \u200b\u2060' }), 'signature.full_name');
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

  it('answers what the slip asks after a change that it waited for', async () => {
    const slip = await aPermissionSlip(t, school);
    const question = await aSlipQuestion(t, slip);
    const client = new SlipClient(t, slip.id);
    const { waiting } = await t.dataSource.transaction(async (manager) => {
      await manager.query('select from permission_slips where id = $1 for update', [slip.id]);
      const answer = client.answer(mother, granted());
      await untilWaiting(t.dataSource);
      await manager.query('update questions set required = true where id = $1', [question.id]);
      return { waiting: answer };
    });
    const { status, body } = await waiting;
    expect([status, body.error.reason]).toEqual([400, 'invalid_answers']);
    expect(await stored(client)).toEqual([]);
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

  it('gives its answers one by one', async () => {
    const answers = [[{ question_id: randomUUID(), text: 'Grandma' }]];
    expectInvalid(await (await aSlip()).answer(mother, granted({ answers })), 'answers');
  });

  it('draws a signature of 100 kB and not of a byte more', async () => {
    const drawing = await aPhoto('image/png');
    const ofBytes = (bytes: number): string =>
      Buffer.concat([drawing, Buffer.alloc(bytes - drawing.length)]).toString('base64');
    const answer = async (image_png_base64: string) =>
      (await aSlip()).answer(mother, granted({ signature: aSignatureInput({ image_png_base64 }) }));
    expectInvalid(await answer(ofBytes(102_401)), 'signature.image_png_base64');
    expect((await answer(ofBytes(102_400))).status).toBe(201);
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
  ] as const)('gets a refusal %s', async (_when, status, code, given) => {
    const answer = await (await aSlip(given)).answer(mother, granted());
    expectError(answer, status, code, status === 400 ? 'closed' : undefined);
  });

  it('stores no drawing of more than 100 kB, however many pixels it has', async () => {
    const slip = await aSlip({ signatureRequired: true });
    const { default: sharp } = await import('sharp');
    const dots = Uint8Array.from({ length: 800 * 800 }, () => (Math.random() < 0.2 ? 0 : 255));
    const image = await sharp(dots, { raw: { width: 800, height: 800, channels: 1 } })
      .png({ palette: true, colours: 2 })
      .toBuffer();
    expect(image.length).toBeGreaterThan(40_000);
    const signature = aSignatureInput({ image_png_base64: image.toString('base64') });
    expect((await slip.answer(mother, granted({ signature }))).status).toBe(201);
    const [row] = await stored(slip);
    const where = { sha256: row!.signatureSha256!, userId: mother.userId };
    const drawn = await t.dataSource.manager.findOneByOrFail(DrawnSignature, where);
    expect(drawn.image.length).toBeLessThanOrEqual(100 * 1024);
    expect(await sharp(drawn.image).metadata()).toMatchObject({ format: 'png', channels: 1 });
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
      relation: 'mother',
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
    const drawn = await t.dataSource.manager.findOneByOrFail(DrawnSignature, {
      sha256: row!.signatureSha256!,
      userId: mother.userId,
    });
    expect(drawn.image.includes('Phone')).toBe(false);
    expect(
      await t.dataSource.query('select * from permission_slip_versions where slip_id = $1', [slip.id]),
    ).toMatchObject([{ sha256: body.statement_sha256, statement: 'I allow my child to take part.' }]);
  });

  it.each([
    ['Somebody Else', true],
    ['Maria', true],
    ['Anna Park', true],
    ['Maria Anna Parker', true],
    ['Maria Stone', true],
    ['Amira Park', true],
    ['Maria Maria', true],
    ['PARK, María', false],
    ['Maria Anna Park', false],
    ['MariaPark', false],
    ['Park-Maria', false],
    ['PARKMARIA', false],
    ['Park Anna Maria', false],
  ])('signs as %s, and that it is not their name is noted: %s', async (full_name, nameMismatch) => {
    const slip = await aSlip();
    await slip.answer(mother, granted({ signature: aSignatureInput({ full_name }) }));
    expect(await stored(slip)).toMatchObject([{ nameMismatch, signedByName: full_name }]);
  });

  it('sees it still when the student is archived, unchangeable, and the other guardians do not', async () => {
    const slip = await aSlip();
    const { body } = await slip.answer(father, granted());
    const shown = async (guardian: TestGuardian): Promise<{ can_edit: boolean }[]> =>
      (await slip.get(guardian)).body.my_responses;
    expect([await shown(father), await shown(mother)]).toMatchObject([
      [{ can_edit: true }],
      [{ can_edit: false }],
    ]);
    await t.dataSource.query('update students set archived_at = now() where id = $1', [ada.id]);
    expect([await shown(father), await shown(mother)]).toMatchObject([[{ can_edit: false }], []]);
    expectError(await slip.change(father, body.id, granted()), 404, 'not_found');
  });
});
