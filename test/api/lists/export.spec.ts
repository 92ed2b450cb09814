import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import ICAL from 'ical.js';
import { parse } from 'vcard4';
import { aList, type TestList } from '../../support/list.factory.js';
import { aSchool, type TestSchool } from '../../support/school.factory.js';
import { hidesTheListFromOthers } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const ROUTE = '/export.vcf';

/** What another reader of vCards finds: the value of each property, a card at a time. */
function cardsIn(text: string): Record<string, unknown>[] {
  return [parse(text)]
    .flat()
    .map(({ parsedVcard }) =>
      Object.fromEntries(parsedVcard.map(({ property, value }) => [property, value])),
    );
}

const exported = async (list: TestList) => cardsIn((await list.read(ROUTE)).text);

async function aFamily(name = 'Carpool') {
  const school = await aSchool(t);
  const owner = await school.parent();
  const ada = await school.student();
  return { school, owner, ada, list: await aList(t, school, owner, [ada], name) };
}

describe('GET /lists/:listId/export.vcf', () => {
  hidesTheListFromOthers(() => t, { method: 'GET', path: (id) => `/lists/${id}${ROUTE}` });

  it('returns a vCard file that nobody may keep', async () => {
    const { list } = await aFamily();
    const { status, headers, text } = await list.read(ROUTE);
    expect([status, text]).toEqual([200, '']);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/vcard; charset=utf-8',
      'content-disposition': `attachment; filename=carpool.vcf; filename*=UTF-8''Carpool.vcf`,
      'content-length': '0',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(headers.get('etag')).toBeNull();
  });

  it('writes exactly what an address book expects', async () => {
    const { school, ada, list } = await aFamily();
    const mother = await school.guardian(ada, { email: 'maria@example.org', phone: '(212) 555-0100' });
    const { text } = await list.read(ROUTE);
    expect(text.split('\r\n')).toEqual([
      'BEGIN:VCARD',
      'VERSION:4.0',
      `UID:urn:uuid:${mother.id}`,
      'FN:Maria Park',
      'N:Park;Maria;;;',
      'TEL:+12125550100',
      'EMAIL:maria@example.org',
      'NOTE:Mother of Ada Park',
      'END:VCARD',
      '',
    ]);
  });

  it('writes the version before for older address books, by the query or by what they accept', async () => {
    const { school, owner, ada, list } = await aFamily();
    const mother = await school.guardian(ada, { email: 'maria@example.org', phone: '(212) 555-0100' });
    const { text, headers } = await list.read(`${ROUTE}?version=3.0`);
    expect(headers.get('content-type')).toBe('text/vcard; charset=utf-8; version=3.0');
    expect(text.split('\r\n')).toEqual([
      ...['BEGIN:VCARD', 'VERSION:3.0', `UID:urn:uuid:${mother.id}`, 'FN:Maria Park', 'N:Park;Maria;;;'],
      ...[
        'TEL:+12125550100',
        'EMAIL;TYPE=INTERNET:maria@example.org',
        'NOTE:Mother of Ada Park',
        'END:VCARD',
        '',
      ],
    ]);
    const card = new ICAL.Component(ICAL.parse(text) as unknown[]);
    expect(card.getFirstPropertyValue('tel')).toBe('+12125550100');
    const versionFor = async (accept: string, query = '') => {
      const sent = { token: owner.token, headers: { accept } };
      const answer = await t.api.get(`/lists/${list.id}${ROUTE}${query}`, sent);
      return /VERSION:(.*)\r/.exec(answer.text)?.[1];
    };
    for (const accept of [
      '*/*',
      'text/vcard',
      'text/html',
      'text/vcard;version=3.0;q=0.5, text/vcard;version=4.0',
    ])
      expect(await versionFor(accept)).toBe('4.0');
    expect(await versionFor('text/vcard;version=3.0')).toBe('3.0');
    expect(await versionFor('text/vcard; version=3.0', '?version=4.0')).toBe('4.0');
    expect((await list.read(`${ROUTE}?version=2.1`)).status).toBe(400);
  });

  it('writes a card a message recipient, in their order', async () => {
    const { school, owner, ada, list } = await aFamily();
    await school.guardian(ada, { membershipId: owner.membershipId });
    const registered = await school.parentOf(ada, { firstName: 'Zara' });
    await school.guardian(ada, { firstName: 'Carl', relation: 'father', phone: null, email: null });
    const alone = await school.parent({ firstName: 'Alone' });
    await list.addGuardian(alone);
    const cards = await exported(list);
    expect(cards.map(({ FN }) => FN)).toEqual(['Alone Park', 'Carl Park', 'Zara Park']);
    expect(cards.map(({ FN }) => FN)).toEqual(await list.names('/message-recipients'));
    expect(cards[0]).toMatchObject({ UID: `urn:uuid:${alone.membershipId}`, EMAIL: alone.email });
    expect(cards[0]).not.toHaveProperty('NOTE');
    expect(cards[1]).toMatchObject({ NOTE: 'Father of Ada Park' });
    expect(cards[1]).not.toHaveProperty('TEL');
    expect(cards[1]).not.toHaveProperty('EMAIL');
    expect(cards[2]).toMatchObject({ UID: `urn:uuid:${registered.guardianId}`, EMAIL: registered.email });
  });

  it('hides phone and email of who shows the name only, from admins too', async () => {
    const { school, ada, owner } = await aFamily();
    const email = 'canary@example.org';
    const hidden = await school.parent({ phone: '+12125550199', profileVisibility: 'name_only' });
    await school.guardian(ada, { membershipId: hidden.membershipId, email, phone: '+12125550188' });
    await school.guardian(ada, {
      profileVisibility: 'name_only',
      firstName: 'Carl',
      email,
      phone: '555-0177',
    });
    for (const caller of [owner, await school.parentOf(ada, { firstName: 'Co' }), await school.admin()]) {
      const { text } = await (await aList(t, school, caller, [ada])).read(ROUTE);
      expect(cardsIn(text)).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ FN: 'Maria Park', NOTE: 'Mother of Ada Park' }),
          expect.objectContaining({ FN: 'Carl Park' }),
        ]),
      );
      expect(text).not.toMatch(/canary|5550(199|188|177)|555-0177/);
      expect(text).not.toContain(hidden.email);
    }
  });

  it('says who someone is in the words of their relation', async () => {
    const { school, ada, list } = await aFamily();
    const relations = ['stepparent', 'grandparent', 'guardian', 'relative', 'parent', 'other'] as const;
    for (const relation of relations) await school.guardian(ada, { firstName: relation, relation });
    expect((await exported(list)).map(({ NOTE }) => NOTE).sort()).toEqual([
      'Contact of Ada Park',
      'Grandparent of Ada Park',
      'Guardian of Ada Park',
      'Parent of Ada Park',
      'Relative of Ada Park',
      'Stepparent of Ada Park',
    ]);
  });

  it('writes a phone that is no number as text', async () => {
    const { school, ada, list } = await aFamily();
    await school.guardian(ada, { phone: 'office; ask for Bob, 2nd floor' });
    expect((await list.read(ROUTE)).text).toContain('\r\nTEL:office\\; ask for Bob\\, 2nd floor\r\n');
  });

  it('writes a name for who has none', async () => {
    const { school, list } = await aFamily();
    await list.addGuardian(await school.parent({ firstName: null, lastName: null }));
    expect(await exported(list)).toMatchObject([{ FN: 'Parent' }]);
  });
});

describe('Names in the export', () => {
  async function cardOf(school: TestSchool, list: TestList, student: object, guardian: object) {
    const child = await school.student(student);
    await list.addStudent(child);
    await school.guardian(child, { phone: null, email: null, ...guardian });
    const { text } = await list.read(ROUTE);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(text).not.toMatch(/[^\r]\n|\r[^\n]/);
    return cardsIn(text)[0];
  }

  it.each([
    ['punctuation', `O'Brien; "Bob", Jr.`, 'a\\b: c'],
    ['line breaks', 'one\ntwo', 'three\r\nfour\rfive'],
    ['a forged property', 'x\r\nTEL:+19995550199', 'Ada'],
    ['emoji', '🦊'.repeat(60), '👨‍👩‍👧‍👦'.repeat(20)],
    ['right to left', 'محمد بن سلمان', 'שלום'],
    ['200 characters', 'é'.repeat(200), '漢'.repeat(200)],
    ['a character at the fold', `${'a'.repeat(71)}🦊`, `${'a'.repeat(70)}é`],
  ])('survive with %s', async (_what, lastName, firstName) => {
    const { school, list } = await aFamily();
    const spoken = (text: string) => text.replace(/\r\n?/g, '\n');
    const card = await cardOf(school, list, { firstName, lastName }, { firstName, lastName });
    expect(card).toMatchObject({
      FN: spoken(`${firstName} ${lastName}`),
      N: { familyNames: spoken(lastName), givenNames: spoken(firstName) },
      NOTE: `Mother of ${spoken(`${firstName} ${lastName}`)}`,
    });
  });

  it('lose control characters, which no vCard can hold', async () => {
    const { school, list } = await aFamily();
    const card = await cardOf(school, list, {}, { firstName: 'Ma\u0007ri\u001ba', lastName: 'Pa\u007frk' });
    expect(card).toMatchObject({ FN: 'Maria Park' });
  });
});

describe('The name of the exported file', () => {
  it.each([
    ['Carpool', 'carpool.vcf', 'Carpool.vcf'],
    ['Año 3: "Böse" Bären', 'ano-3-bose-baren.vcf', 'Año 3 Böse Bären.vcf'],
    ['../../etc/passwd', 'etc-passwd.vcf', 'etc passwd.vcf'],
    ['C:\\Users\\x', 'c-users-x.vcf', 'C Users x.vcf'],
    ["It's (mine)* 100%", 'it-s-mine-100.vcf', "It's (mine) 100%.vcf"],
    ['مدرسة 🦊', 'file.vcf', 'مدرسة 🦊.vcf'],
    ['///', 'file.vcf', 'file.vcf'],
    ['a\r\nSet-Cookie: x=1', 'a-set-cookie-x-1.vcf', 'a Set-Cookie x=1.vcf'],
    ['x'.repeat(200), `${'x'.repeat(80)}.vcf`, `${'x'.repeat(80)}.vcf`],
  ])('stays safe everywhere for a list called %j', async (name, ascii, full) => {
    const { list } = await aFamily(name);
    const disposition = (await list.read(ROUTE)).headers.get('content-disposition') ?? '';
    const [, plain, extended] =
      /^attachment; filename=([\w.-]+)(?:; filename\*=UTF-8''([\w%!#$&+.^`|~-]+))?$/.exec(disposition)!;
    // The name is given once where it is ASCII already.
    expect([plain, decodeURIComponent(extended ?? plain!)]).toEqual([ascii, full]);
  });
});
