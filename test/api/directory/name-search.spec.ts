import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { namesOf, PeopleReader } from '../../support/schools/named-people.js';
import { NAMES_IN_SCRIPTS } from '../../support/schools/names-in-scripts.js';
import { aSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let people: PeopleReader;
beforeAll(async () => {
  t = await startTestApp();
  people = new PeopleReader(t);
});
afterAll(() => t.close());

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
        const names = await people.found(school, token, q);
        if (names.join() !== `${firstName} ${lastName}`) wrong.push([q, `${firstName} ${lastName}`, names]);
      }
    expect(wrong).toEqual([]);
    expect(asked).toBeGreaterThanOrEqual(200);
  });

  it('finds a Swedish school’s in its order', async () => {
    const school = await aSchool(t, { locale: 'sv-SE', country: 'SE' });
    for (const [firstName, lastName, preferredName] of [
      ['Nils', 'Åkesson'],
      ['Ida', 'Zetterlund'],
      ['Liv', 'Öberg'],
      ['Mia', 'Ärlig'],
      ['Aoife', 'O’Neill'],
      ['Ana', 'Groß'],
      ['Robert', 'Lane-Fox', 'Ruby'],
    ])
      await school.student({ firstName, lastName, preferredName });
    const { token } = await school.parent();
    expect(namesOf(await people.roster(school, token))).toEqual([
      'Ana Groß',
      'Ruby Lane-Fox',
      'Aoife O’Neill',
      'Ida Zetterlund',
      'Nils Åkesson',
      'Mia Ärlig',
      'Liv Öberg',
    ]);
    for (const [q, ...names] of [
      ['akesson', 'Nils Åkesson'],
      ["O'Neill", 'Aoife O’Neill'],
      ['GROSS', 'Ana Groß'],
      ['ruby', 'Ruby Lane-Fox'],
      ['fox lane', 'Ruby Lane-Fox'],
      ['robert'],
      ['’'],
    ])
      expect([q, ...(await people.found(school, token, q!))]).toEqual([q, ...names]);
  });

  it('looks for every piece, in any order, and in one person', async () => {
    const school = await aSchool(t);
    const ada = await school.student({ firstName: 'Ada', lastName: 'Lane-Fox' });
    await school.student({ firstName: 'Ben', lastName: 'Lane' });
    await school.guardian(ada, { firstName: 'Ingrid', lastName: 'Sørensen' });
    const { token } = await school.admin();
    expect(await people.found(school, token, 'fox  \u00a0 ada')).toEqual(['Ada Lane-Fox']);
    expect(await people.found(school, token, 'ben fox')).toEqual([]);
    expect(await people.found(school, token, 'sorensen ingrid')).toEqual(['Ada Lane-Fox']);
    expect(await people.found(school, token, 'sorensen ada')).toEqual([]);
    expect(await people.found(school, token, 'la ne fo')).toEqual(['Ada Lane-Fox']);
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
    for (const q of finds) expect([q, await people.found(school, token, q)]).toEqual([q, ['Ada Park']]);
    for (const q of misses) expect([q, await people.found(school, token, q)]).toEqual([q, []]);
    for (const q of finds) expect([q, await people.found(school, parent.token, q)]).toEqual([q, []]);
  });
});
