import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Student } from '../../src/features/directory/student.entity.js';
import { expectInvalid } from '../support/errors.js';
import { aList } from '../support/list.factory.js';
import { NAMES_IN_SCRIPTS } from '../support/names-in-scripts.js';
import { anOrganization, aStaffMember } from '../support/organization.factory.js';
import { aPermissionSlip, SlipClient } from '../support/permission-slip.factory.js';
import { aPerson, aSchool, type TestSchool } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

type Named = { name: string; first_name: string; last_name: string };

const read = async <Body>(path: string, token: string): Promise<Body> => {
  const answer = await t.api.get(path, { token });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.body as Body;
};
const roster = async (school: TestSchool, token: string, query = ''): Promise<Named[]> =>
  (await read<{ students: Named[] }>(`/schools/${school.id}/students${query}`, token)).students;
const namesOf = (people: { name: string }[]): string[] => people.map(({ name }) => name);
const found = async (school: TestSchool, token: string, q: string): Promise<string[]> =>
  namesOf(await roster(school, token, `?q=${encodeURIComponent(q)}`)).sort();

/** In the order of the school's language, as a parent would look for them. */
const SORTED: Record<string, string[]> = {
  'sv-SE': ['adams A', 'Adams Z', 'Wall A', 'Zetterlund I', 'Åkesson N', 'Ärlig M', 'Öberg L'],
  'da-DK': ['Andersen A', 'Zeuthen A', 'Æbelø A', 'Østergaard A', 'Aagaard A', 'Ågård B'],
  'nb-NO': ['Berg A', 'Ødegård A', 'Aas A', 'Ås B'],
  'cs-CZ': ['Cibulka A', 'Čapek A', 'Dvořák A', 'Hora A', 'Chalupa A', 'Ivan A', 'Šíp A', 'Žák A'],
  'es-ES': ['Nadal A', 'Nuñez A', 'Núñez B', 'Ñíguez A', 'Ortiz A'],
  'de-DE': ['Ahrens A', 'Ärzte A', 'Muller A', 'Müller B', 'Muller C', 'Strasse A', 'Straße B', 'Zorn A'],
  'tr-TR': ['Candan A', 'Çelik A', 'Irmak A', 'İnce A', 'Jale A', 'Oğuz A', 'Öz A', 'Şahin A', 'Ünal A'],
  'hu-HU': ['Cukor A', 'Csaba A', 'Gazda A', 'Gyula A', 'Nagy A', 'Nyári A', 'Zoltán A', 'Zsófia A'],
  'en-US': [
    'adams A',
    'Adams Z',
    'Álvarez A',
    'Budi',
    'de Luca A',
    "O'Brien A",
    'O’Neill A',
    'Östlund A',
    'Zed A',
  ],
  'fr-FR': ['Eboué A', 'Éboué B', 'Lefèvre A', 'Œuvrard A', 'Zidane A'],
};

const split = (name: string): { firstName: string; lastName: string } => {
  const space = name.lastIndexOf(' ');
  return space < 0
    ? { firstName: name, lastName: '' }
    : { firstName: name.slice(space + 1), lastName: name.slice(0, space) };
};
const asSorted = (people: Named[]): string[] =>
  people.map((one) => `${one.last_name} ${one.first_name}`.trim());

function shuffled<T>(items: T[]): T[] {
  return items
    .map((item, at) => [(at * 7919 + 13) % items.length, item] as const)
    .sort((a, b) => a[0] - b[0])
    .map(([, item]) => item);
}

describe('the order of names', () => {
  it.each(Object.entries(SORTED))('is that of the language in %s', async (locale, sorted) => {
    const school = await aSchool(t, { locale });
    for (const name of shuffled(sorted)) await school.student(split(name));
    const { token } = await school.parent();
    expect(asSorted(await roster(school, token))).toEqual(sorted);
    const { compare } = new Intl.Collator(locale, { sensitivity: 'base' });
    const lastOf = (name: string): string => split(name).lastName || name;
    const byCollator = [...sorted].sort(
      (a, b) => compare(lastOf(a), lastOf(b)) || compare(split(a).firstName, split(b).firstName),
    );
    expect(byCollator).toEqual(sorted);
  });

  it('follows a change of the language at once, in the directory of the staff as well', async () => {
    const school = await aSchool(t, { locale: 'en-US' });
    for (const lastName of ['Zetterlund', 'Åkesson']) {
      await school.student({ lastName });
      await aStaffMember(t, school, { firstName: 'A', lastName, department: null });
    }
    const { token } = await school.parent();
    const lists = async () => [
      asSorted(await roster(school, token)).map((name) => name.split(' ')[0]),
      (await read<{ staff: Named[] }>(`/schools/${school.id}/staff`, token)).staff.map(
        (one) => one.last_name,
      ),
    ];
    expect(await lists()).toEqual(Array(2).fill(['Åkesson', 'Zetterlund']));
    await t.dataSource.query(`update schools set locale = 'sv-SE' where id = $1`, [school.id]);
    expect(await lists()).toEqual(Array(2).fill(['Zetterlund', 'Åkesson']));
  });

  it('is the same wherever people are listed', async () => {
    const sorted = ['adams A', 'Adams Z', 'Zetterlund B', 'Zetterlund Å', 'Åkesson A', 'Ärlig A', 'Öberg A'];
    const names = sorted.map((name) => ({
      ...split(name),
      name: `${split(name).firstName} ${split(name).lastName}`,
    }));
    const expected = names.map(({ name }) => name);
    const school = await aSchool(t, { locale: 'sv-SE' });
    const students = new Map<string, Student>();
    const family = await school.student({ firstName: 'Kim', lastName: 'Familj' });
    const team = await anOrganization(t, school);
    const owner = await school.parent();
    const list = await aList(t, school, owner);
    for (const { name, firstName, lastName } of shuffled(names)) {
      const student = await school.studentAtHome({ firstName, lastName });
      students.set(name, student);
      await team.enroll(student);
      await aStaffMember(t, school, { firstName, lastName, department: 'Office' });
      await list.addStudent(student);
      const parent = await school.parent({ firstName, lastName });
      await school.guardian(family, { firstName, lastName, membershipId: parent.membershipId });
      await team.addParent(parent);
      await list.addGuardian(parent);
    }
    const { token } = owner;
    const withFamily = (people: Named[]): string[] => namesOf(people).filter((name) => name !== 'Kim Familj');
    const of = (path: string): string => `/schools/${school.id}/${path}`;
    for (const query of ['', '?full=true', '?graduationYear=2030', '?q=a'])
      expect([query, withFamily(await roster(school, token, query))]).toEqual([
        query,
        query === '?q=a' ? expected.filter((name) => /[aåä]/i.test(name)) : expected,
      ]);
    for (const query of ['', '?starred=', `?list=${list.id}`])
      expect(namesOf((await read<{ markers: Named[] }>(of(`map-markers${query}`), token)).markers)).toEqual(
        expected,
      );
    expect(namesOf((await read<{ staff: Named[] }>(of('staff'), token)).staff)).toEqual(expected);
    const [found] = await roster(school, token, '?q=familj');
    expect(namesOf((found as unknown as { guardians: Named[] }).guardians)).toEqual(expected);
    const detail = await read<{ guardians: Named[] }>(`/students/${family.id}`, token);
    expect(namesOf(detail.guardians)).toEqual(expected);
    expect(await list.names('/guardians')).toEqual(expected);
    expect(namesOf((await read<{ students: Named[] }>(`/lists/${list.id}`, token)).students)).toEqual(
      expected,
    );
    const candidates = await read<{ name: string; students: Named[] }[]>(
      `/lists/${list.id}/candidates`,
      token,
    );
    expect(namesOf(candidates).filter((name) => expected.includes(name))).toEqual(expected);
    expect((await list.names('/message-recipients')).filter((name) => expected.includes(name))).toEqual(
      expected,
    );
    const cards = (await list.read('/export.vcf')).text;
    expect(
      [...cards.matchAll(/^FN:(.*?)\r$/gm)]
        .map(([, name]) => name)
        .filter((name) => expected.includes(name!)),
    ).toEqual(expected);
    const onTeam = await read<{ students: Named[]; parents: Named[] }>(
      `/organizations/${team.id}/roster`,
      token,
    );
    expect([namesOf(onTeam.students), namesOf(onTeam.parents)]).toEqual([expected, expected]);
    const parent = await school.parentOf([...students.values()]);
    const me = await read<{ memberships: { students: Named[] }[] }>('/me', parent.token);
    expect(asSorted(me.memberships[0]!.students)).toEqual(sorted);
    const seen = await read<{ students: Named[] }>(
      `/me/as-seen-by-others?schoolId=${school.id}`,
      parent.token,
    );
    expect(namesOf(seen.students)).toEqual(expected);
    const slip = await aPermissionSlip(t, school, { answerPer: 'student' });
    const own = await read<{ my_students: Named[] }>(`/permission-slips/${slip.id}`, parent.token);
    expect(namesOf(own.my_students)).toEqual(expected);
    const shared = await aPermissionSlip(t, school, { answerPer: 'family' });
    const together = await read<{ my_students: Named[] }>(`/permission-slips/${shared.id}`, parent.token);
    expect(namesOf(together.my_students)).toEqual([expected.join(', ')]);
  });

  it('names the first of a parent’s children by the language, to whom a message goes', async () => {
    const school = await aSchool(t, { locale: 'sv-SE' });
    const children = [
      await school.student({ lastName: 'Åkesson' }),
      await school.student({ lastName: 'Zetterlund' }),
    ];
    const parent = await school.parentOf(children);
    const owner = await school.parent();
    const list = await aList(t, school, owner, children);
    const { body } = await list.read('/message-recipients');
    expect(body).toMatchObject([
      { guardian_membership_id: parent.membershipId, student_name: 'Ada Zetterlund' },
    ]);
  });
});

describe('a search by name', () => {
  it('finds each of a table in more than twelve scripts, however it is written, and nobody else', async () => {
    const school = await aSchool(t);
    for (const [firstName, lastName] of NAMES_IN_SCRIPTS) await school.student({ firstName, lastName });
    const { token } = await school.parent();
    const wrong: unknown[] = [];
    let asked = 0;
    for (const [firstName, lastName, ...queries] of NAMES_IN_SCRIPTS)
      for (const q of queries) {
        asked += 1;
        const names = await found(school, token, q);
        if (names.join() !== `${firstName} ${lastName}`) wrong.push([q, `${firstName} ${lastName}`, names]);
      }
    expect(wrong).toEqual([]);
    expect(asked).toBeGreaterThanOrEqual(200);
  });

  it('looks for every piece, in any order, and in one person', async () => {
    const school = await aSchool(t);
    const ada = await school.student({ firstName: 'Ada', lastName: 'Lane-Fox' });
    await school.student({ firstName: 'Ben', lastName: 'Lane' });
    await school.guardian(ada, { firstName: 'Ingrid', lastName: 'Sørensen' });
    const { token } = await school.admin();
    expect(await found(school, token, 'fox  \u00a0 ada')).toEqual(['Ada Lane-Fox']);
    expect(await found(school, token, 'ben fox')).toEqual([]);
    expect(await found(school, token, 'sorensen ingrid')).toEqual(['Ada Lane-Fox']);
    expect(await found(school, token, 'sorensen ada')).toEqual([]);
    expect(await found(school, token, 'la ne fo')).toEqual(['Ada Lane-Fox']);
  });
});

describe('a search by phone', () => {
  const FORMS: [country: string, stored: string, finds: string[], misses: string[]][] = [
    [
      'US',
      '(518) 555-0111',
      [
        '+15185550111',
        '+1 518 555 0111',
        '001 518 555 0111',
        '518-555-0111',
        '5185550111',
        '518 555',
        '+1 518',
        '(518) 555-0111',
        '５１８５５５０１１１',
      ],
      ['+445185550111', '+25185550111', '518 0111', '0015185550112', '+1 555 0111'],
    ],
    [
      'US',
      '+1 (518) 555-0111',
      [
        '+15185550111',
        '518.555.0111',
        '(+1) 518/555-0111',
        '15185550111',
        '0015185550111',
        '+1 (0) 518 555 0111',
      ],
      ['+1 185', '5185550112'],
    ],
    [
      'DE',
      '0171 / 1234567',
      [
        '+49 171 1234567',
        '+49 (0)171 1234567',
        '0049 171 1234567',
        '01711234567',
        '0171-123',
        '1711234567',
        '+491711',
      ],
      ['+43 171 1234567', '0172 1234567', '+49 1234567'],
    ],
    [
      'DE',
      '+49 (0)171 1234567',
      ['+491711234567', '0171 1234567', '0049 (0) 171 1234567', '0171/1234567'],
      ['0711234567'],
    ],
    ['DE', '0049 171 1234567', ['+49 171 1234567', '0171 1234567', '171 1234'], ['+49171123456789']],
    ['IT', '06 1234 5678', ['+39 06 1234 5678', '0039 06 12345678', '06 12345678'], ['+39 07 1234']],
    [
      'SE',
      '070-123 45 67',
      ['+46 70 123 45 67', '+46 (0)70 123 45 67', '0701234567', '0046701234567'],
      ['+47701234567'],
    ],
  ];

  it.each(FORMS)('in %s of %s finds it in every form, for admins', async (country, phone, finds, misses) => {
    const school = await aSchool(t, { country });
    const ada = await school.student();
    await school.student({ firstName: 'Ben' });
    await school.guardian(ada, { phone });
    const [{ token }, parent] = [await school.admin(), await school.parentOf(ada)];
    for (const q of finds) expect([q, await found(school, token, q)]).toEqual([q, ['Ada Park']]);
    for (const q of misses) expect([q, await found(school, token, q)]).toEqual([q, []]);
    for (const q of finds) expect([q, await found(school, parent.token, q)]).toEqual([q, []]);
  });
});

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

  it('is the first name in every answer, and the one in the records for admins and the own guardians', async () => {
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
      expect(await read(`/students/${student.id}`, token)).toMatchObject({ ...called, ...legal });
    const { students } = await read<{ students: Named[] }>(
      `/me/as-seen-by-others?schoolId=${school.id}`,
      own.token,
    );
    expect(students).toMatchObject([{ ...called, ...nobody }]);
    expect(await roster(school, own.token)).toMatchObject([{ first_name: 'Ruby', name: 'Ruby Sharma' }]);
  });

  it('is found by everybody, and the one in the records by admins and the own guardians alone', async () => {
    const { school, own } = await ruby();
    const other = await school.parentOf(await school.student({ firstName: 'Robin', lastName: 'Hood' }));
    const admin = await school.admin();
    for (const q of ['ruby', 'sharma', 'sharma ruby'])
      for (const { token } of [own, other, admin])
        expect([q, await found(school, token, q)]).toEqual([q, ['Ruby Sharma']]);
    for (const q of ['robert', 'lane fox', 'ruby lanefox', 'ROBERT sharma'])
      for (const [{ token }, names] of [
        [other, []],
        [own, ['Ruby Sharma']],
        [admin, ['Ruby Sharma']],
      ] as const)
        expect([q, await found(school, token, q)]).toEqual([q, names]);
  });

  it('holds whoever writes the row, and goes when it is taken away', async () => {
    const { student } = await ruby();
    const row = async () =>
      (
        await t.dataSource.query<object[]>(
          `select first_name, last_name, legal_first_name, legal_last_name, name_key, legal_key from students where id = $1`,
          [student.id],
        )
      )[0];
    const write = (changes: string) =>
      t.dataSource.query(`update students set ${changes} where id = $1`, [student.id]);
    await write(`preferred_name = 'Rue'`);
    expect(await row()).toMatchObject({
      first_name: 'Rue',
      legal_first_name: 'Robert',
      legal_key: 'lanefox robert',
    });
    await write(`first_name = 'Roberta', preferred_name = 'Rue'`);
    expect(await row()).toMatchObject({ first_name: 'Rue', legal_first_name: 'Roberta' });
    await write(`preferred_name = null, preferred_last_name = ''`);
    expect(await row()).toMatchObject({
      first_name: 'Roberta',
      legal_first_name: null,
      last_name: 'Lane-Fox',
      legal_last_name: null,
      name_key: 'lanefox roberta',
      legal_key: null,
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
    expect(await read('/me/contact', token)).toEqual(contact);
    const stranger = await school.parent();
    const { guardians } = await read<{ guardians: object[] }>(`/students/${ada.id}`, stranger.token);
    expect(guardians).toMatchObject([{ name: 'Budi', phone: null }]);
    expectInvalid(
      await t.api.patch('/me/contact', { token, body: { ...contact, first_name: ' ' } }),
      'first_name',
    );
    const { last_name: _, ...without } = contact;
    expectInvalid(await t.api.patch('/me/contact', { token, body: without }), 'last_name');
  });

  it('is called by it everywhere, without a stray blank, and stands where a last name would', async () => {
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
        (await roster(school, token, query)).map((one) => [one.first_name, one.last_name, one.name]),
      ).toEqual([
        ['Ada', 'Brown', 'Ada Brown'],
        ['Budi', '', 'Budi'],
        ['Ada', 'Carter', 'Ada Carter'],
      ]);
    expect(await found(school, token, 'budi')).toEqual(['Budi']);
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
