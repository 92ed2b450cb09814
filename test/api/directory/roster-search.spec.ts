import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aSchool, type TestSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

/** The names that a search finds, sent exactly as given. */
async function found(school: TestSchool, token: string, q: string): Promise<string[]> {
  const answer = await t.api.get(`/schools/${school.id}/students?q=${encodeURIComponent(q)}`, { token });
  expect(answer.status).toBe(200);
  return answer.body.students.map((s: { name: string }) => s.name);
}

async function aSchoolWith(...students: [string, string][]): Promise<{ school: TestSchool; token: string }> {
  const school = await aSchool(t);
  for (const [firstName, lastName] of students) await school.student({ firstName, lastName });
  return { school, token: (await school.parent()).token };
}

describe('GET /schools/:schoolId/students?q', () => {
  it('matches part of a first or a last name', async () => {
    const { school, token } = await aSchoolWith(['Adaline', 'Park'], ['Ben', 'Nadal'], ['Cleo', 'Zorn']);
    expect(await found(school, token, 'ada')).toEqual(['Ben Nadal', 'Adaline Park']);
    expect(await found(school, token, 'line')).toEqual(['Adaline Park']);
    expect(await found(school, token, 'x')).toEqual([]);
  });

  it('ignores the case', async () => {
    const { school, token } = await aSchoolWith(['Émile', 'MacLeod'], ['Ada', 'Park']);
    for (const q of ['macleod', 'MACLEOD', 'mAcLeOd', 'émile', 'ÉMILE', 'Émile']) {
      expect(await found(school, token, q)).toEqual(['Émile MacLeod']);
    }
  });

  it('matches accents written in one or in two code points', async () => {
    const { school, token } = await aSchoolWith(['Zoë', 'Muñoz'], ['Ada', 'Park']);
    expect(await found(school, token, 'zoë'.normalize('NFC'))).toEqual(['Zoë Muñoz']);
    expect(await found(school, token, 'zoë'.normalize('NFD'))).toEqual(['Zoë Muñoz']);
    expect(await found(school, token, 'MUÑ'.normalize('NFD'))).toEqual(['Zoë Muñoz']);
  });

  it('matches a full name across the space', async () => {
    const { school, token } = await aSchoolWith(['Ada', 'Park'], ['Ada', 'Zorn']);
    expect(await found(school, token, 'Ada Park')).toEqual(['Ada Park']);
    expect(await found(school, token, 'a par')).toEqual(['Ada Park']);
  });

  it('ignores blanks around it, and finds everyone when there is nothing else', async () => {
    const { school, token } = await aSchoolWith(['Ada', 'Park'], ['Ben', 'Zorn']);
    expect(await found(school, token, '  ada ')).toEqual(['Ada Park']);
    expect(await found(school, token, '')).toEqual(['Ada Park', 'Ben Zorn']);
    expect(await found(school, token, '   ')).toEqual(['Ada Park', 'Ben Zorn']);
  });

  it('finds the longest names there are by all of them', async () => {
    const [firstName, lastName] = ['🦊'.repeat(200), '🐻'.repeat(200)];
    const { school, token } = await aSchoolWith([firstName, lastName], ['Ada', 'Park']);
    expect(await found(school, token, `${firstName} ${lastName}`)).toEqual([`${firstName} ${lastName}`]);
  });

  it('looks at no other field of a student', async () => {
    const school = await aSchool(t);
    await school.studentAtHome({
      middleName: 'Quill',
      email: 'quiz@example.org',
      phone: '+1 555 0177',
    });
    const { token } = await school.admin();
    for (const q of ['quill', 'quiz', '0177', 'main street']) {
      expect(await found(school, token, q)).toEqual([]);
    }
  });

  it.each([
    ['a dollar and a number', '$1', 'Cash$1 Hill'],
    ['an emoji', '🦊', 'Fox🦊 Hill'],
  ])('takes %s as data', async (_what, q, name) => {
    const space = name.lastIndexOf(' ');
    const { school, token } = await aSchoolWith(
      ['Ada', 'Park'],
      [name.slice(0, space), name.slice(space + 1)],
    );
    expect(await found(school, token, q)).toEqual([name]);
  });

  it.each([
    '%',
    '_',
    '\\',
    "'",
    '"',
    '*',
    '.',
    '-',
    '( )',
    '’ ‘',
    '—',
    '…',
    '@',
    'ـ',
    '\u0301',
    '\u200b',
    '´',
  ])('finds nobody by %j, which is no letter', async (q) => {
    const { school } = await aSchoolWith(['Per%cent', 'Under_score'], ['Sam "Sammy" J.', "O'Hill\\Back*"]);
    const { token } = await school.admin();
    expect(await found(school, token, q)).toEqual([]);
  });

  it('passes over punctuation between letters', async () => {
    const { school, token } = await aSchoolWith(['Per%cent', 'Under_score'], ['J.', "O'Hill"]);
    for (const q of ['per%c', 'under_', 'per.cent', '"percent"', 'under-score, per%cent'])
      expect([q, await found(school, token, q)]).toEqual([q, ['Per%cent Under_score']]);
    expect(await found(school, token, '%hill%')).toEqual(["J. O'Hill"]);
  });

  it.each([
    ['a pattern', 'a%z'],
    ['a regular expression', 'a.z|.*'],
    ['SQL', `'; drop table students; --`],
    ['a NUL', '\0'],
    ['a NUL after a name', 'Ada\0'],
    ['10,000 characters', 'a'.repeat(10_000)],
    ['10,000 emoji', '🦊'.repeat(10_000)],
    ['a thousand pieces', 'a b c d e '.repeat(200)],
    ['10,000 percent signs', '%'.repeat(10_000)],
  ])('finds nobody by %s', async (_what, q) => {
    const { school, token } = await aSchoolWith(['Ada', 'Park']);
    expect(await found(school, token, q)).toEqual([]);
  });

  it('reads bytes that are no text as data too', async () => {
    const { school, token } = await aSchoolWith(['Ada', 'Park']);
    for (const bytes of ['%FF%FE', '%', '%ED%A0%BD', '%C3']) {
      const answer = await t.api.get(`/schools/${school.id}/students?q=${bytes}`, { token });
      expect([answer.status, answer.body]).toEqual([200, { students: [] }]);
    }
  });

  it('matches the graduation year exactly by four digits', async () => {
    const school = await aSchool(t);
    await school.student({ firstName: 'Ada', graduationYear: 2030 });
    await school.student({ firstName: 'Ben', graduationYear: 2031 });
    await school.student({ firstName: 'Route', lastName: 'Quinn 2030b', graduationYear: 2028 });
    const { token } = await school.parent();
    expect(await found(school, token, '2030')).toEqual(['Ada Park', 'Route Quinn 2030b']);
    expect(await found(school, token, ' 2031 ')).toEqual(['Ben Park']);
    expect(await found(school, token, '203')).toEqual(['Route Quinn 2030b']);
    expect(await found(school, token, '02030')).toEqual([]);
    expect(await found(school, token, '２０３１')).toEqual([]);
  });
});

describe('GET /schools/:schoolId/students?q over linked parents', () => {
  async function aFamily() {
    const school = await aSchool(t);
    const ada = await school.student({ firstName: 'Ada', lastName: 'Park' });
    await school.student({ firstName: 'Ben', lastName: 'Zorn' });
    await school.guardian(ada, {
      firstName: 'Ingrid',
      lastName: 'Sørensen',
      email: 'ingrid@fjord.example',
      phone: '+1 (555) 010-4242 ext. 7',
    });
    return { school, own: await school.parentOf(ada), ada };
  }
  const CLUES = [
    'ingrid',
    'SØRENSEN',
    'Ingrid Sør',
    'ingrid@fjord.example',
    'FJORD',
    '(555) 010',
    '0104242',
    '555-010-4242',
    'EXT. 7',
  ];

  it.each(CLUES)('adds nothing for a parent who searches for %s', async (clue) => {
    const { school, own } = await aFamily();
    const stranger = await school.parent();
    expect(await found(school, stranger.token, clue)).toEqual([]);
    expect(await found(school, own.token, clue)).toEqual([]);
  });

  it.each(CLUES)('finds the student for an admin who searches for %s', async (clue) => {
    const { school } = await aFamily();
    const [senior, junior] = [await school.admin('senior_admin'), await school.admin('junior_admin')];
    expect(await found(school, senior.token, clue)).toEqual(['Ada Park']);
    expect(await found(school, junior.token, clue)).toEqual(['Ada Park']);
  });

  it('finds for an admin also whom the guardian hides from other parents', async () => {
    const { school, ada } = await aFamily();
    await school.guardian(ada, { email: 'hidden@example.org', profileVisibility: 'name_only' });
    const { token } = await school.admin();
    expect(await found(school, token, 'hidden@example.org')).toEqual(['Ada Park']);
  });

  it('wants the digits of a phone one after the other', async () => {
    const { school } = await aFamily();
    const { token } = await school.admin();
    for (const q of ['555 4242', '4242 555', '0042427', '5550104242 71']) {
      expect(await found(school, token, q)).toEqual([]);
    }
  });

  it('refuses a pattern from an admin, too', async () => {
    const { school } = await aFamily();
    const { token } = await school.admin();
    for (const q of ['%', 'ing%id', '_', '\\', '\0', 'i'.repeat(10_000)]) {
      expect(await found(school, token, q)).toEqual([]);
    }
  });

  it('looks at the families of this school only', async () => {
    const { own } = await aFamily();
    const other = await aSchool(t);
    await other.student();
    await other.parent({}, own);
    const { token } = await other.admin();
    expect(await found(other, token, 'ingrid')).toEqual([]);
    expect(await found(other, token, own.email)).toEqual([]);
  });
});
