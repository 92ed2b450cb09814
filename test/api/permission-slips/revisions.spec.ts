import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Student } from '../../../src/features/directory/students/student.entity.js';
import { Membership } from '../../../src/features/memberships/membership.entity.js';
import type { PermissionSlip } from '../../../src/features/permission-slips/permission-slip.entity.js';
import { SlipResponse } from '../../../src/features/permission-slips/responses/slip-response.entity.js';
import {
  aPermissionSlip,
  aSignatureInput,
  aSlipQuestion,
  SlipClient,
} from '../../support/permission-slip.factory.js';
import { aSchool, type TestGuardian, type TestSchool } from '../../support/school.factory.js';
import { expectError } from '../../support/errors.js';
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
const stateFor = async (slip: SlipClient, { token }: TestGuardian): Promise<string> =>
  ((await slip.get({ token })).body.my_students as { state: string }[])[0]!.state;

describe('A second guardian', () => {
  it('gets a refusal where the answer is there, and tells the first of another', async () => {
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

  it('grants nothing that another has declined until they withdraw', async () => {
    const slip = await aSlip();
    const { body } = await slip.answer(father, declined());
    expectError(await slip.answer(mother, granted()), 409, 'conflict', 'declined_by_other_guardian');
    expect((await slip.withdraw(father, body.id)).status).toBe(204);
    const [withdrawn] = (await slip.get(father)).body.my_responses as { state: string; can_edit: boolean }[];
    expect(withdrawn).toMatchObject({ state: 'withdrawn', can_edit: false });
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

  it('counts as awaited again once one of the two has withdrawn', async () => {
    const slip = await aSlip({ secondGuardianRequired: true });
    const { body } = await slip.answer(mother, granted());
    await slip.answer(father, granted());
    await slip.withdraw(mother, body.id);
    expect([await stateFor(slip, mother), await stateFor(slip, father)]).toEqual(['withdrawn', 'granted']);
    expect((await slip.get(mother)).body.outstanding).toBe(1);
    expect((await slip.answer(mother, granted())).body.revision).toBe(3);
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
    const manager = await school.parentOf(ada);
    await t.dataSource.manager.update(Membership, { id: manager.membershipId }, { role: 'junior_admin' });
    expect((await client.get(manager)).body.my_responses).toEqual([{ ...body, can_edit: false }]);
    const stranger = await school.parentOf(await school.student());
    expect((await client.get(stranger)).body.my_responses).toEqual([]);
  });
});

describe('A response', () => {
  it('obeys only who gave it, in a change and in a withdrawal', async () => {
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

  it('refuses a change and a withdrawal once the slip is closed', async () => {
    const slip = await aSlip({ closesAt: new Date(t.clock.now().getTime() + 60_000) });
    const { body } = await slip.answer(mother, granted());
    const closing = 'update permission_slips set closes_at = $2 where id = $1';
    await t.dataSource.query(closing, [slip.id, t.clock.now()]);
    expectError(await slip.change(mother, body.id, granted()), 400, 'validation_failed', 'edit_closed');
    expectError(await slip.withdraw(mother, body.id), 400, 'validation_failed', 'edit_closed');
    const seen = (await slip.get(mother)).body;
    expect([seen.closed, seen.outstanding, seen.my_responses[0].can_edit]).toEqual([true, 0, false]);
  });

  it('needs a new signature with every change', async () => {
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

  it('refuses a change once it stands no more', async () => {
    const slip = await aSlip();
    const { body } = await slip.answer(mother, granted());
    await slip.answer(father, declined());
    expectError(await slip.change(mother, body.id, granted()), 409, 'conflict', 'stale');
  });

  it('goes again without an error when it was withdrawn, and is kept', async () => {
    const slip = await aSlip();
    const { body } = await slip.answer(mother, granted());
    expect((await slip.withdraw(mother, body.id)).status).toBe(204);
    expect((await slip.withdraw(mother, body.id)).status).toBe(204);
    expect(await stored(slip)).toMatchObject([{ state: 'withdrawn', decision: 'granted' }]);
    expect((await slip.answer(mother, granted())).body.revision).toBe(2);
  });

  it('stays superseded when it is withdrawn after another guardian has declined', async () => {
    const slip = await aSlip();
    const { body } = await slip.answer(mother, granted());
    await slip.answer(father, declined());
    const before = await stored(slip);
    expect((await slip.withdraw(mother, body.id)).status).toBe(204);
    expect(await stored(slip)).toEqual(before);
  });

  it('changes once with one key, however often it is sent', async () => {
    const slip = await aSlip();
    const { body } = await slip.answer(mother, granted());
    const path = `/permission-slips/${slip.id}/responses/${body.id}`;
    const send = (given: object) =>
      t.api.patch(path, { token: mother.token, body: given, headers: { 'idempotency-key': 'once' } });
    const first = await send(declined());
    expect([first.status, first.body.revision]).toEqual([200, 2]);
    const again = await send(declined());
    expect([again.status, again.text]).toEqual([200, first.text]);
    expectError(await send(granted()), 409, 'conflict', 'idempotency_key_reused');
    expect(await stored(slip)).toHaveLength(2);
  });

  it('refuses a change and a withdrawal by who has read another state of the slip', async () => {
    const slip = await aSlip();
    const { body } = await slip.answer(mother, granted());
    const path = `/permission-slips/${slip.id}/responses/${body.id}`;
    const tag = async () => (await slip.get(mother)).headers.get('etag') ?? '';
    const send = (method: string, etag: string) =>
      t.api.send(method, path, {
        token: mother.token,
        headers: { 'if-match': etag },
        ...(method === 'PATCH' && { body: declined() }),
      });
    const read = await tag();
    expect((await send('PATCH', read)).status).toBe(200);
    expectError(await send('PATCH', read), 409, 'conflict', 'stale');
    expectError(await send('DELETE', read), 409, 'conflict', 'stale');
    expect(await stored(slip)).toHaveLength(2);
    expect((await send('DELETE', await tag())).status).toBe(204);
    expect((await send('DELETE', read)).status).toBe(204);
  });

  it('stays for managers when the guardian leaves the school', async () => {
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
