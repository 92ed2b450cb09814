import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { Student } from '../../../src/features/directory/students/student.entity.js';
import type { ApiAnswer, ApiClient } from '../../support/api-client.js';
import { aSignatureInput } from '../../support/permission-slip.factory.js';
import { race } from '../../support/proofs/rounds.js';
import type { ServiceProcess } from '../../support/processes/service-process.js';
import { startBeside } from '../../support/processes/two-processes.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

/** Requests of one round: families who sign, and managers who change what they sign and record sheets of paper. */
const FAMILIES = 38;

interface Family {
  student: Student;
  parent: TestMember;
}

let t: TestApp;
let processes: ServiceProcess[];
let school: TestSchool;
let families: Family[];
let managers: TestMember[];

beforeAll(async () => {
  t = await startTestApp();
  processes = await Promise.all([startBeside(t), startBeside(t)]);
  school = await aSchool(t);
  families = await Promise.all(
    Array.from({ length: FAMILIES }, async () => {
      const student = await school.student();
      return { student, parent: await school.parentOf(student) };
    }),
  );
  managers = await Promise.all(Array.from({ length: 2 }, () => school.admin()));
}, 120_000);
afterAll(async () => {
  await Promise.all(processes.map((service) => service.stop()));
  await t.close();
});

const at = (index: number): ApiClient => processes[index % processes.length]!.api;
const inHours = (hours: number): string =>
  new Date(t.clock.now().getTime() + hours * 3_600_000).toISOString();

async function aSlip(): Promise<{ id: string; questionId: string }> {
  const { token } = managers[0]!;
  const input = {
    ...{ title: 'Museum', body: '<p>By bus</p>', statement: 'Version 1', opens_at: inHours(-1) },
    ...{ answer_per: 'student', signature_required: true, second_guardian_required: false },
    ...{ send_alert: false, questions: [{ type: 'yes_no', text: 'Nuts?' }] },
  };
  const { body } = await at(0).post(`/schools/${school.id}/permission-slips`, { token, body: input });
  const { body: made } = await at(0).get(`/permission-slips/${body.id}/management`, { token });
  return { id: body.id, questionId: made.questions[0].id };
}

type Send = () => Promise<ApiAnswer>;

const changesOf = (id: string): Send[] =>
  [
    ...[2, 3, 4].map((version) => ({ statement: `Version ${version}` })),
    { questions: [{ type: 'yes_no', text: 'Gluten?' }] },
    { signature_required: false },
    { closes_at: inHours(2) },
  ].map((body, index) => () => {
    const { token } = managers[index % managers.length]!;
    return at(index).patch(`/permission-slips/${id}/management`, { token, body });
  });

/** Of the same students as the first answers online. */
const sheetsOf = (id: string): Send[] =>
  families.slice(0, 6).map(({ student }, index) => () => {
    const body = {
      ...{ student_id: student.id, decision: 'granted', signed_by_name: 'Rosa Lind', relation: 'aunt' },
      signed_on: '2026-01-05',
    };
    const { token } = managers[index % managers.length]!;
    return at(index).post(`/permission-slips/${id}/paper-responses`, { token, body });
  });

interface Signed {
  student_id: string;
  statement: string;
  statement_version: number;
  is_asked: boolean;
}

const signedIn = (id: string): Promise<Signed[]> =>
  t.dataSource.query(
    `select rs.student_id, shown.statement, r.statement_version,
       r.answers = '[]' or exists (select from jsonb_array_elements(shown.questions) q
         where q ->> 'id' = r.answers -> 0 ->> 'question_id') as is_asked
     from permission_slip_responses r
     join permission_slip_response_students rs on rs.response_id = r.id and rs.is_current
     join permission_slip_versions shown on shown.slip_id = r.slip_id and shown.sha256 = r.statement_sha256
     where r.slip_id = $1`,
    [id],
  );

describe('Managers who change a slip while families sign', () => {
  race('have nobody sign what they have not read, nor two answer for one child', async () => {
    const { id, questionId } = await aSlip();
    const online = families.map(({ student, parent }, index) => () => {
      const signature = aSignatureInput({ statement_version: 1 + (index % 4) });
      const body = {
        ...{ student_id: student.id, decision: 'granted', signature },
        answers: [{ question_id: questionId, value: true }],
      };
      return at(index).post(`/permission-slips/${id}/responses`, { token: parent.token, body });
    });
    const others = [...changesOf(id), ...sheetsOf(id)];
    const everything = online.map(async (send, index) => {
      const answers = [await send()];
      const turn = index % 3 === 0 ? others[index / 3] : undefined;
      if (turn) answers.push(await turn());
      return answers;
    });
    const answers = (await Promise.all(everything)).flat();
    const reasons = answers.flatMap(({ status, body }) =>
      status < 300 ? [] : (body.error.reason as string),
    );
    const known = ['stale', 'invalid_answers', 'already_responded', 'has_answers'];
    expect(reasons.filter((reason) => !known.includes(reason))).toEqual([]);
    const signed = await signedIn(id);
    const read = new Set(signed.map((one) => `${one.statement_version} ${one.statement}`));
    expect(read.size).toBe(new Set(signed.map((one) => one.statement_version)).size);
    expect(signed.filter(({ is_asked }) => !is_asked)).toEqual([]);
    expect(new Set(signed.map((one) => one.student_id)).size).toBe(signed.length);
    const { body } = await at(0).get(`/permission-slips/${id}/management`, { token: managers[0]!.token });
    expect(body.totals.granted).toBe(signed.length);
  });
});
