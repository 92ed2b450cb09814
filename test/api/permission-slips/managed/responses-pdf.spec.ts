import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectError } from '../../../support/errors.js';
import { factsOf, HAS_PDF_READER, structureOf, textOf } from '../../../support/files/pdf-reader.js';
import { aPermissionSlip, aSignatureInput, SlipClient } from '../../../support/permission-slip.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let admin: TestMember;
beforeAll(async () => {
  t = await startTestApp();
  school = await aSchool(t);
  admin = await school.admin();
});
afterAll(() => t.close());

const pathOf = ({ id }: { id: string }): string => `/permission-slips/${id}/responses.pdf`;
const print = (slip: { id: string }, { token } = admin): Promise<Response> =>
  fetch(`${t.url}/api/v1${pathOf(slip)}`, { headers: { authorization: `Bearer ${token}` } });

/** A slip that was granted for each of these students, who have one mother each. */
async function aGrantedSlip(names: string[]) {
  const slip = new SlipClient(t, (await aPermissionSlip(t, school)).id);
  const families = [];
  for (const lastName of names) {
    const student = await school.student({ firstName: 'Ana', lastName });
    const mother = await school.parentOf(student);
    const body = { student_id: student.id, decision: 'granted', signature: aSignatureInput() };
    families.push({ student, mother, response: (await slip.answer(mother, body)).body });
  }
  return { slip, families };
}

describe('GET /permission-slips/{slipId}/responses.pdf', () => {
  it('refuses whoever is no manager, and has nothing to print where nobody has answered', async () => {
    const { slip, families } = await aGrantedSlip(['Abel']);
    const by = families[0]!.mother;
    expectError(await t.api.get(pathOf(slip), { token: by.token }), 403, 'not_authorized');
    const unanswered = await aPermissionSlip(t, school);
    expectError(await t.api.get(pathOf(unanswered), { token: admin.token }), 404, 'not_found');
  });

  it('prints every answer that holds, students by name, each on pages of its own', async () => {
    const { slip, families } = await aGrantedSlip(['Zorn', 'Abel', 'Marx']);
    await slip.withdraw(families[2]!.mother, families[2]!.response.id);
    const answer = await print(slip);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(answer.headers.get('content-disposition')).toMatch(/^inline; filename=museum-trip\.pdf;/);
    const pdf = Buffer.from(await answer.arrayBuffer());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    if (!HAS_PDF_READER) return;
    expect(factsOf(pdf)).toMatchObject({ Pages: '2', Tagged: 'yes' });
    expect(textOf(pdf)).toMatch(/Ana Abel[^]*Ana Zorn/);
    expect(textOf(pdf)).not.toContain('Marx');
    expect(structureOf(pdf)).toMatch(/Ana Abel[^]*Ana Zorn/);
  });

  it('prints students as they were when it was signed', async () => {
    const { slip, families } = await aGrantedSlip(['Before']);
    const { student, response } = families[0]!;
    await t.dataSource.query(`update students set last_name = 'After' where id = $1`, [student.id]);
    const one = await fetch(`${t.url}/api/v1/permission-slips/${slip.id}/responses/${response.id}/pdf`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    for (const answer of [await print(slip), one]) {
      const pdf = Buffer.from(await answer.arrayBuffer());
      if (HAS_PDF_READER) expect(textOf(pdf)).toMatch(/Ana Before/);
    }
  });

  it('says of an answer on paper when it was signed, and who has recorded it', async () => {
    const slip = await aPermissionSlip(t, school);
    const student = await school.student({ firstName: 'Ana', lastName: 'Paper' });
    const office = await school.member('junior_admin', { firstName: 'Olga', lastName: 'Office' });
    const body = {
      ...{ student_id: student.id, decision: 'granted', signed_by_name: 'Rosa Lind', relation: 'aunt' },
      signed_on: '2026-01-05',
    };
    const path = `/permission-slips/${slip.id}/paper-responses`;
    expect((await t.api.post(path, { token: office.token, body })).status).toBe(201);
    const pdf = Buffer.from(await (await print(slip)).arrayBuffer());
    if (!HAS_PDF_READER) return;
    expect(textOf(pdf)).toMatch(
      /Rosa Lind[^]*Signed on paper[^]*January 5, 2026[^]*Recorded by\s+Olga Office/,
    );
    expect(textOf(pdf)).not.toMatch(/electronically/);
  });
});
