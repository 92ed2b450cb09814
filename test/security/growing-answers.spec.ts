import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Student } from '../../src/features/directory/students/student.entity.js';
import { expectError } from '../support/errors.js';
import { aNoisyPhoto } from '../support/files/images.js';
import { aPermissionSlip, aSignatureInput, SlipClient } from '../support/permission-slip.factory.js';
import { aSchool, type TestGuardian, type TestSchool } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

/*
 * Every revision of an answer is kept for the school, with what was drawn. One parent who changes an answer all day must
 * fill neither the database nor, when they ask for their export, the memory.
 */

/** Contract section 0, rule 18. */
const MAX_REVISIONS = 50;

let t: TestApp;
let school: TestSchool;
let ada: Student;
let mother: TestGuardian;
let slip: SlipClient;
beforeAll(async () => {
  t = await startTestApp({ rateLimit: 0 });
  school = await aSchool(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  ada = await school.student();
  mother = await school.parentOf(ada);
  slip = new SlipClient(t, (await aPermissionSlip(t, school)).id);
});

const aDrawing = () => aNoisyPhoto('image/png', 64, 64);
const granted = (given: object = {}): object => ({ decision: 'granted', ...given });
const signedWith = (drawing: Buffer): object =>
  granted({ signature: aSignatureInput({ image_png_base64: drawing.toString('base64') }) });
const count = async (sql: string): Promise<number> => {
  const [row] = await t.dataSource.query<{ n: number }[]>(`select count(*)::int as n from ${sql}`);
  return row!.n;
};
const revisions = () => count(`permission_slip_responses where slip_id = '${slip.id}'`);

describe('an answer to a slip', () => {
  it('refuses a revision beyond the fiftieth, however many come at once, and can be withdrawn still', async () => {
    const first = await slip.answer(mother, granted({ student_id: ada.id }));
    const id = first.body.id as string;
    for (let n = 2; n <= MAX_REVISIONS - 5; n += 1)
      expect((await slip.change(mother, id, granted())).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 20 }, () => slip.change(mother, id, granted())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    for (const refused of answers.filter(({ status }) => status !== 200))
      expectError(refused, 409, 'conflict', 'limit_reached');
    expect(await revisions()).toBe(MAX_REVISIONS);
    expect((await slip.withdraw(mother, id)).status).toBe(204);
    expectError(await slip.answer(mother, granted({ student_id: ada.id })), 409, 'conflict', 'limit_reached');
  }, 120_000);

  it('leaves the other guardian all of their own', async () => {
    const father = await school.parentOf(ada, { relation: 'father' });
    const { body } = await slip.answer(mother, granted({ student_id: ada.id }));
    await t.dataSource.query(
      `insert into permission_slip_responses (chain_id, revision, school_id, slip_id, state, decision, signed_by_membership_id,
         signed_by_user_id, statement_version, statement_sha256, created_at)
       select chain_id, revision + n, school_id, slip_id, 'superseded', decision, signed_by_membership_id, signed_by_user_id,
         statement_version, statement_sha256, created_at
       from permission_slip_responses, generate_series(-$2::int, -1) n where chain_id = $1`,
      [body.id, MAX_REVISIONS],
    );
    expectError(await slip.change(mother, body.id as string, granted()), 409, 'conflict', 'limit_reached');
    const declined = { student_id: ada.id, decision: 'declined' };
    expect((await slip.answer(father, declined)).status).toBe(201);
  });

  it('stores a drawing once, whatever number of answers it is given with', async () => {
    const drawing = await aDrawing();
    const { body } = await slip.answer(mother, { student_id: ada.id, ...signedWith(drawing) });
    for (let n = 0; n < 3; n += 1)
      expect((await slip.change(mother, body.id as string, signedWith(drawing))).status).toBe(200);
    expect(await count(`drawn_signatures where user_id = '${mother.userId}'`)).toBe(1);
    const exported = (await t.api.get('/me/export', { token: mother.token })).body;
    const pictures = exported.permission_slip_responses.map(
      ({ signature_png_base64 }: { signature_png_base64: string }) => signature_png_base64,
    );
    expect(new Set(pictures).size).toBe(1);
    expect(pictures[0]).toEqual(expect.any(String));
  });

  it('fails once the former answers of a person hold 10 MB, on whatever slip', async () => {
    const { body } = await slip.answer(mother, { student_id: ada.id, ...signedWith(await aDrawing()) });
    const other = new SlipClient(t, (await aPermissionSlip(t, school)).id);
    const given = await other.answer(mother, { student_id: ada.id, ...granted() });
    await addFormer(body.id as string, 100);
    expect((await other.change(mother, given.body.id as string, granted())).status).toBe(200);
    await addFormer(body.id as string, 6);
    const refused = await other.change(mother, given.body.id as string, granted());
    expectError(refused, 409, 'conflict', 'limit_reached');
  });
});

/** Superseded revisions, each with another drawing of 100 kB. */
async function addFormer(chainId: string, count: number): Promise<void> {
  await t.dataSource.query(
    `with drawn as (
       insert into drawn_signatures (school_id, user_id, sha256, image)
       select school_id, signed_by_user_id, gen_random_uuid()::text, convert_to(repeat('x', 102400), 'UTF8')
       from permission_slip_responses, generate_series(1, $2::int) where chain_id = $1 and state = 'current'
       returning sha256)
     insert into permission_slip_responses (chain_id, revision, school_id, slip_id, state, decision, signed_by_user_id,
       statement_version, statement_sha256, created_at, signature_sha256)
     select chain_id, 100 + (row_number() over ()) + (select count(*) from permission_slip_responses), school_id, slip_id,
       'superseded', decision, signed_by_user_id, statement_version, statement_sha256, created_at, drawn.sha256
     from permission_slip_responses, drawn where chain_id = $1 and state = 'current'`,
    [chainId, count],
  );
}
