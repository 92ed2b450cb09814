import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { PermissionSlip } from '../../../src/features/permission-slips/permission-slip.entity.js';
import {
  aPermissionSlip,
  aSignatureInput,
  aSlipQuestion,
  SlipClient,
} from '../../support/permission-slip.factory.js';
import { aPoll } from '../../support/poll.factory.js';
import { aSchool, type TestSchool } from '../../support/school.factory.js';
import { aSignup } from '../../support/signup.factory.js';
import { expectError } from '../../support/errors.js';
import { HAS_PDF_READER, letters, textOf } from '../../support/files/pdf-reader.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

/* Stories that go through several rules at once, each a line of the contract (section 13). */

const { paths } = JSON.parse(
  readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
) as {
  paths: Record<string, Record<string, unknown>>;
};
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method): [string, string] => [method.toUpperCase(), path.replace('/api/v1', '')]),
);

let t: TestApp;
let school: TestSchool;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
});

async function aFamily() {
  const ada = await school.student();
  const [mother, father] = [await school.parentOf(ada), await school.parentOf(ada, { relation: 'father' })];
  return { ada, mother, father };
}

describe('Of two guardians', () => {
  it('the mother grants only after the father has withdrawn his refusal, and the document lists it', async () => {
    const { ada, mother, father } = await aFamily();
    const slip = await aPermissionSlip(t, school, { signatureRequired: true });
    const client = new SlipClient(t, slip.id);
    const answer = (full_name: string, decision: string) => ({
      student_id: ada.id,
      decision,
      signature: aSignatureInput({ full_name }),
    });
    const no = await client.answer(father, answer('Pablo Núñez', 'declined'));
    expect(no.status).toBe(201);
    const refused = await client.answer(mother, answer('Maria Park', 'granted'));
    expectError(refused, 409, 'conflict', 'declined_by_other_guardian');
    expect((await client.withdraw(father, no.body.id)).status).toBe(204);
    const yes = await client.answer(mother, answer('Maria Park', 'granted'));
    expect([yes.status, yes.body.revision]).toEqual([201, 2]);
    const headers = { authorization: `Bearer ${mother.token}` };
    const path = `/api/v1/permission-slips/${slip.id}/responses/${yes.body.id}/pdf`;
    const pdf = Buffer.from(await (await fetch(t.url + path, { headers })).arrayBuffer());
    if (!HAS_PDF_READER) return;
    const [said, earlier] = letters(textOf(pdf)).split('Earlierrevisions');
    expect(said).toContain('Permissiongranted');
    expect(earlier).toMatch(/^RevisionDateDecisionSignedby1.*PermissiondeclinedPabloNúñez/);
  });
});

describe('A slip whose statement was changed while a parent was reading it', () => {
  it('refuses an answer to what they had read: they are told that it is stale, and nothing is kept', async () => {
    const { ada, mother } = await aFamily();
    const slip = await aPermissionSlip(t, school, { signatureRequired: true });
    const client = new SlipClient(t, slip.id);
    const { statement_version } = (await client.get(mother)).body;
    const text = 'I allow my child to take part and to swim.';
    const raised = { statement: text, statementVersion: statement_version + 1 };
    await t.dataSource.manager.update(PermissionSlip, { id: slip.id }, raised);
    const answer = (version: number) => ({
      student_id: ada.id,
      decision: 'granted',
      signature: aSignatureInput({ statement_version: version }),
    });
    expectError(await client.answer(mother, answer(statement_version)), 409, 'conflict', 'stale');
    expect((await client.get(mother)).body).toMatchObject({ statement: text, my_responses: [] });
    expect((await client.answer(mother, answer(statement_version + 1))).status).toBe(201);
  });
});

describe.each([
  ['polls', /\/polls(\/|$)/],
  ['signups', /\/(signups|permission-slips)(\/|$)/],
] as const)('While a school has %s turned off', (feature, ofFeature) => {
  const concerned = operations.filter(([, path]) => ofFeature.test(path));

  it('every operation on them is 404, also by id and for admins; nothing is counted or shown elsewhere', async () => {
    const { ada, mother } = await aFamily();
    const admin = await school.admin();
    const slip = await aPermissionSlip(t, school);
    const { body: response } = await new SlipClient(t, slip.id).answer(mother, {
      student_id: ada.id,
      decision: 'granted',
    });
    const poll = await aPoll(t, school);
    const soon = new Date(t.clock.now().getTime() + 3_600_000);
    const signup = await aSignup(t, school, { Cake: { startsAt: soon } });
    await aSignup(t, school, { Tea: {} });
    const claimId = await signup.claimed(mother, 'Cake');
    const ids: Record<string, string> = {
      schoolId: school.id,
      pollId: poll.id,
      signupId: signup.id,
      slipId: slip.id,
      responseId: response.id,
      claimId,
    };
    const statuses = async (token: string): Promise<number[]> => {
      const all: number[] = [];
      for (const [method, path] of concerned) {
        const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name]!);
        all.push((await t.api.send(method, filled, { token, ...(method !== 'GET' && { body: {} }) })).status);
      }
      return all;
    };
    const shown = async () => {
      const { counts } = (await t.api.get(`/schools/${school.id}/features`, mother)).body;
      const { items } = (await t.api.get('/me/outstanding', mother)).body;
      const watch = (await t.api.get(`/schools/${school.id}/watch`, mother)).body;
      return {
        counts: [counts.polls_open, counts.signups_open],
        slips: counts.permission_slips_outstanding,
        outstanding: (items as { kind: string }[]).map(({ kind }) => kind).sort(),
        waiting: watch.counts.outstanding,
        commitments: watch.commitments.length,
      };
    };
    expect(concerned.length).toBeGreaterThanOrEqual(feature === 'polls' ? 3 : 11);
    expect(await shown()).toMatchObject({ counts: [1, 1], outstanding: ['poll', 'signup'], commitments: 1 });
    await school.setFeatures({ [feature]: false });
    for (const { token } of [mother, admin]) expect(await statuses(token)).toEqual(concerned.map(() => 404));
    expect(await shown()).toEqual(
      feature === 'polls'
        ? { counts: [0, 1], slips: 0, outstanding: ['signup'], waiting: 1, commitments: 1 }
        : { counts: [1, 0], slips: 0, outstanding: ['poll'], waiting: 1, commitments: 0 },
    );
  });
});

describe('Who leaves the school', () => {
  it('leaves no claim that lies ahead, and answers to slips that managers still read', async () => {
    const { ada, mother, father } = await aFamily();
    const admin = await school.admin();
    const signup = await aSignup(t, school, { Cake: { capacity: 1, waitlistEnabled: true } });
    await signup.claimed(mother, 'Cake');
    t.clock.advance(1_000);
    const next = await signup.claimed(father, 'Cake', { accept_waitlist: true });
    const slip = await aPermissionSlip(t, school);
    const client = new SlipClient(t, slip.id);
    const question = await aSlipQuestion(t, slip);
    const answers = [{ question_id: question.id, text: 'Grandfather' }];
    const { body } = await client.answer(mother, { student_id: ada.id, decision: 'granted', answers });
    const left = await t.api.post(`/me/leave-school/${mother.membershipId}`, { token: mother.token });
    expect(left.status).toBe(204);
    expect(await signup.claims()).toMatchObject([{ id: next, status: 'confirmed' }]);
    expect((await client.get(admin)).body.totals).toMatchObject({ granted: 1 });
    const headers = { authorization: `Bearer ${admin.token}` };
    const path = `/api/v1/permission-slips/${slip.id}/responses/${body.id}/pdf`;
    const answer = await fetch(t.url + path, { headers });
    const pdf = Buffer.from(await answer.arrayBuffer());
    expect(answer.status).toBe(200);
    if (HAS_PDF_READER) expect(textOf(pdf)).toContain('Grandfather');
  });
});
