import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  aPermissionSlip,
  aSignatureInput,
  aSlipQuestion,
  SlipClient,
} from '../../support/permission-slip.factory.js';
import { aSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

describe('GET /me/export', () => {
  it('includes every revision that the person signed, with all that is kept of it, and nothing of others', async () => {
    const school = await aSchool(t);
    const ada = await school.student();
    const [mother, father] = [await school.parentOf(ada), await school.parentOf(ada)];
    const slip = await aPermissionSlip(t, school, { signatureRequired: true });
    const { id: question } = await aSlipQuestion(t, slip, { private: true });
    const client = new SlipClient(t, slip.id);
    const answers = [{ question_id: question, text: 'Grandmother' }];
    const signed = { decision: 'granted', answers, signature: aSignatureInput({ relation: 'mother' }) };
    const { body: first } = await client.answer(mother, { student_id: ada.id, note: 'Gets sick', ...signed });
    const { body: second } = await client.change(mother, first.id, signed);
    const exportOf = async ({ token }: { token: string }) =>
      (await t.api.get('/me/export', { token })).body.permission_slip_responses;
    const held = await exportOf(mother);
    expect(held).toEqual([
      expect.objectContaining({
        revision: 1,
        state: 'superseded',
        note: 'Gets sick',
        ended_at: second.created_at,
      }),
      {
        id: first.id,
        revision: 2,
        school_id: school.id,
        slip_id: slip.id,
        slip_title: 'Museum trip',
        student_ids: [ada.id],
        state: 'current',
        decision: 'granted',
        answers,
        note: null,
        account_email: mother.email,
        signed_by_name: 'Maria Park',
        relation: 'mother',
        signature_png_base64: null,
        signed_at: second.signed_at,
        statement: slip.statement,
        statement_version: 1,
        statement_sha256: second.statement_sha256,
        ip_address: expect.stringMatching(/127\.0\.0\.1|::1/),
        user_agent: expect.any(String),
        session_id: expect.any(String),
        created_at: second.created_at,
        ended_at: null,
      },
    ]);
    expect(await exportOf(father)).toEqual([]);
  });

  it('keeps what was signed in a school that the person has left', async () => {
    const school = await aSchool(t);
    const ada = await school.student();
    const mother = await school.parentOf(ada);
    await school.admin();
    const slip = await aPermissionSlip(t, school);
    await new SlipClient(t, slip.id).answer(mother, { student_id: ada.id, decision: 'declined' });
    await t.api.post(`/me/leave-school/${mother.membershipId}`, { token: mother.token });
    const { body } = await t.api.get('/me/export', { token: mother.token });
    expect(body.memberships).toEqual([]);
    expect(body.permission_slip_responses).toMatchObject([{ slip_id: slip.id, decision: 'declined' }]);
  });
});
