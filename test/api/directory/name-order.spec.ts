import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Student } from '../../../src/features/directory/students/student.entity.js';
import { aList } from '../../support/list.factory.js';
import { type Named, namesOf, PeopleReader } from '../../support/schools/named-people.js';
import { anOrganization, aStaffMember } from '../../support/organization.factory.js';
import { aPermissionSlip } from '../../support/permission-slip.factory.js';
import { aSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let people: PeopleReader;
beforeAll(async () => {
  t = await startTestApp();
  people = new PeopleReader(t);
});
afterAll(() => t.close());

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
  it.each(Object.entries(SORTED))('follows the language in %s', async (locale, sorted) => {
    const school = await aSchool(t, { locale });
    for (const name of shuffled(sorted)) await school.student(split(name));
    const { token } = await school.parent();
    expect(asSorted(await people.roster(school, token))).toEqual(sorted);
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
      asSorted(await people.roster(school, token)).map((name) => name.split(' ')[0]),
      (await people.read<{ staff: Named[] }>(`/schools/${school.id}/staff`, token)).staff.map(
        (one) => one.last_name,
      ),
    ];
    expect(await lists()).toEqual(Array(2).fill(['Åkesson', 'Zetterlund']));
    await t.dataSource.query(`update schools set locale = 'sv-SE' where id = $1`, [school.id]);
    expect(await lists()).toEqual(Array(2).fill(['Zetterlund', 'Åkesson']));
  });

  it('stays the same wherever people are listed', async () => {
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
      expect([query, withFamily(await people.roster(school, token, query))]).toEqual([
        query,
        query === '?q=a' ? expected.filter((name) => /[aåä]/i.test(name)) : expected,
      ]);
    for (const query of ['', '?starred=', `?list=${list.id}`])
      expect(
        namesOf((await people.read<{ markers: Named[] }>(of(`map-markers${query}`), token)).markers),
      ).toEqual(expected);
    expect(namesOf((await people.read<{ staff: Named[] }>(of('staff'), token)).staff)).toEqual(expected);
    const [found] = await people.roster(school, token, '?q=familj');
    expect(namesOf((found as unknown as { guardians: Named[] }).guardians)).toEqual(expected);
    const detail = await people.read<{ guardians: Named[] }>(`/students/${family.id}`, token);
    expect(namesOf(detail.guardians)).toEqual(expected);
    expect(await list.names('/guardians')).toEqual(expected);
    expect(namesOf((await people.read<{ students: Named[] }>(`/lists/${list.id}`, token)).students)).toEqual(
      expected,
    );
    const candidates = await people.read<{ name: string; students: Named[] }[]>(
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
    const onTeam = await people.read<{ students: Named[]; parents: Named[] }>(
      `/organizations/${team.id}/roster`,
      token,
    );
    expect([namesOf(onTeam.students), namesOf(onTeam.parents)]).toEqual([expected, expected]);
    const parent = await school.parentOf([...students.values()]);
    const me = await people.read<{ memberships: { students: Named[] }[] }>('/me', parent.token);
    expect(asSorted(me.memberships[0]!.students)).toEqual(sorted);
    const seen = await people.read<{ students: Named[] }>(
      `/me/as-seen-by-others?schoolId=${school.id}`,
      parent.token,
    );
    expect(namesOf(seen.students)).toEqual(expected);
    const slip = await aPermissionSlip(t, school, { answerPer: 'student' });
    const own = await people.read<{ my_students: Named[] }>(`/permission-slips/${slip.id}`, parent.token);
    expect(namesOf(own.my_students)).toEqual(expected);
    const shared = await aPermissionSlip(t, school, { answerPer: 'family' });
    const together = await people.read<{ my_students: Named[] }>(
      `/permission-slips/${shared.id}`,
      parent.token,
    );
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
