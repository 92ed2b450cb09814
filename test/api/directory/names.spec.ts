import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectInvalid } from '../../support/errors.js';
import { aList } from '../../support/list.factory.js';
import { type Named, PeopleReader } from '../../support/schools/named-people.js';
import { aPermissionSlip, SlipClient } from '../../support/permission-slip.factory.js';
import { aPerson, aSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let people: PeopleReader;
beforeAll(async () => {
  t = await startTestApp();
  people = new PeopleReader(t);
});
afterAll(() => t.close());

describe('a name that a student goes by', () => {
  async function ruby() {
    const school = await aSchool(t);
    const student = await school.student({
      firstName: 'Robert',
      preferredName: 'Ruby',
      lastName: 'Lane-Fox',
      preferredLastName: 'Sharma',
    });
    return { school, student, own: await school.parentOf(student) };
  }

  it('stands as the first name in every answer, and the one in the records for admins and the own guardians', async () => {
    const { school, student, own } = await ruby();
    const [stranger, admin] = [await school.parent(), await school.admin('junior_admin')];
    const called = { first_name: 'Ruby', last_name: 'Sharma', name: 'Ruby Sharma', preferred_name: 'Ruby' };
    const nobody = { legal_first_name: null, legal_last_name: null };
    const recorded = { legal_first_name: 'Robert', legal_last_name: 'Lane-Fox' };
    for (const [{ token }, legal] of [
      [stranger, nobody],
      [own, recorded],
      [admin, recorded],
    ] as const)
      expect(await people.read(`/students/${student.id}`, token)).toMatchObject({ ...called, ...legal });
    const { students } = await people.read<{ students: Named[] }>(
      `/me/as-seen-by-others?schoolId=${school.id}`,
      own.token,
    );
    expect(students).toMatchObject([{ ...called, ...nobody }]);
    expect(await people.roster(school, own.token)).toMatchObject([
      { first_name: 'Ruby', name: 'Ruby Sharma' },
    ]);
  });

  it('leads everybody to the student, and the one in the records admins and the own guardians alone', async () => {
    const { school, own } = await ruby();
    const other = await school.parentOf(await school.student({ firstName: 'Robin', lastName: 'Hood' }));
    const admin = await school.admin();
    for (const q of ['ruby', 'sharma', 'sharma ruby'])
      for (const { token } of [own, other, admin])
        expect([q, await people.found(school, token, q)]).toEqual([q, ['Ruby Sharma']]);
    for (const q of ['robert', 'lane fox', 'ruby lanefox', 'ROBERT sharma'])
      for (const [{ token }, names] of [
        [other, []],
        [own, ['Ruby Sharma']],
        [admin, ['Ruby Sharma']],
      ] as const)
        expect([q, await people.found(school, token, q)]).toEqual([q, names]);
  });

  it('holds whoever writes the row, and goes when it is taken away', async () => {
    const { student } = await ruby();
    const row = async () =>
      (
        await t.dataSource.query<object[]>(
          `select first_name, last_name, legal_first_name, legal_last_name from students where id = $1`,
          [student.id],
        )
      )[0];
    const write = (changes: string) =>
      t.dataSource.query(`update students set ${changes} where id = $1`, [student.id]);
    await write(`preferred_name = 'Rue'`);
    expect(await row()).toMatchObject({
      first_name: 'Rue',
      legal_first_name: 'Robert',
    });
    await write(`first_name = 'Roberta', preferred_name = 'Rue'`);
    expect(await row()).toMatchObject({ first_name: 'Rue', legal_first_name: 'Roberta' });
    await write(`preferred_name = null, preferred_last_name = ''`);
    expect(await row()).toMatchObject({
      first_name: 'Roberta',
      legal_first_name: null,
      last_name: 'Lane-Fox',
      legal_last_name: null,
    });
    await write(`preferred_name = 'Roberta'`);
    expect(await row()).toMatchObject({ first_name: 'Roberta', legal_first_name: null });
  });
});

describe('a person with one name', () => {
  const contact = { first_name: 'Budi', last_name: '', phone: '' };

  it('and without a phone corrects their own name', async () => {
    const school = await aSchool(t);
    const person = await aPerson(t, { phone: '+1 555 0100' });
    const member = await school.parent({ phone: '+1 555 0100' }, person);
    const ada = await school.student();
    await school.guardian(ada, { membershipId: member.membershipId });
    const { token } = member;
    const answer = await t.api.patch('/me/contact', { token, body: { ...contact, last_name: ' \u200b ' } });
    expect([answer.status, answer.body]).toEqual([200, contact]);
    expect(await people.read('/me/contact', token)).toEqual(contact);
    const stranger = await school.parent();
    const { guardians } = await people.read<{ guardians: object[] }>(`/students/${ada.id}`, stranger.token);
    expect(guardians).toMatchObject([{ name: 'Budi', phone: null }]);
    expectInvalid(
      await t.api.patch('/me/contact', { token, body: { ...contact, first_name: ' ' } }),
      'first_name',
    );
    const { last_name: _, ...without } = contact;
    expectInvalid(await t.api.patch('/me/contact', { token, body: without }), 'last_name');
  });

  it('goes by it everywhere, without a stray blank, and stands where a last name would', async () => {
    const school = await aSchool(t);
    const budi = await school.studentAtHome({ firstName: 'Budi', lastName: '' });
    for (const lastName of ['Brown', 'Carter']) await school.studentAtHome({ firstName: 'Ada', lastName });
    const parent = await school.parentOf(budi, { firstName: 'Sukarno', lastName: '' });
    await t.dataSource.query(`update memberships set first_name = 'Sukarno', last_name = '' where id = $1`, [
      parent.membershipId,
    ]);
    const owner = await school.parent();
    const { token } = owner;
    for (const query of ['', '?full=true', '?graduationYear=2030'])
      expect(
        (await people.roster(school, token, query)).map((one) => [one.first_name, one.last_name, one.name]),
      ).toEqual([
        ['Ada', 'Brown', 'Ada Brown'],
        ['Budi', '', 'Budi'],
        ['Ada', 'Carter', 'Ada Carter'],
      ]);
    expect(await people.found(school, token, 'budi')).toEqual(['Budi']);
    const list = await aList(t, school, owner, [budi]);
    const { text } = await list.read('/export.vcf');
    expect(text).toMatch(/^FN:Sukarno\r\nN:;Sukarno;;;\r$/m);
    expect(text).toMatch(/^NOTE:Mother of Budi\r$/m);
    const slip = await aPermissionSlip(t, school, { answerPer: 'student' });
    const { body } = await new SlipClient(t, slip.id).answer(parent, {
      student_id: budi.id,
      decision: 'granted',
      signature: { full_name: 'sukarno', agreed: true, statement_version: 1 },
      answers: [],
    });
    expect(body).toMatchObject({ student_name: 'Budi', signed_by_name: 'sukarno' });
    const [signed] = await t.dataSource.query<[{ name_mismatch: boolean }]>(
      'select name_mismatch from permission_slip_responses where slip_id = $1',
      [slip.id],
    );
    expect(signed.name_mismatch).toBe(false);
  });
});
