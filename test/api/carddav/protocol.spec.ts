import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import {
  aDavClient,
  aSchoolWithAddressBooks,
  type DavClient,
  responsesIn,
  syncTokenIn,
} from '../../support/carddav.factory.js';
import { readers } from '../../support/http/readers.js';
import { aList } from '../../support/list.factory.js';
import type { TestGuardian, TestSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let client: DavClient;
let book: string;
/** A book of four cards. */
let large: string;
beforeAll(async () => {
  t = await startTestApp();
  school = await aSchoolWithAddressBooks(t);
  const reader = await school.parent();
  const [ada, ben] = [await school.student(), await school.student({ firstName: 'Ben' })];
  await school.guardian(ada, { firstName: 'Anna', phone: '+1 212 555 0101', email: 'anna@example.org' });
  await school.guardian(ben, { firstName: 'Zoë', phone: null, email: 'zoe@example.org' });
  await aList(t, school, reader, [ada, ben], 'Car & <pool>');
  client = await aDavClient(t, school, reader);
  book = (await client.books())['Car & <pool>']!;
  const five = await Promise.all(Array.from({ length: 4 }, () => school.student()));
  for (const student of five) await school.guardian(student);
  await aList(t, school, reader, five, 'Large');
  large = (await client.books())['Large']!;
});
afterAll(() => t.close());

const { lines } = readers(() => t);

const firstNames = (text: string): string[] =>
  responsesIn(text).map(({ found }) => /FN:(\S+)/.exec(String(found['address-data']))![1]!);

describe('A client that knows the host alone', () => {
  it.each(['GET', 'PROPFIND'])('finds the address books by %s', async (method) => {
    const answer = await fetch(`${t.url}/.well-known/carddav`, { method, redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/carddav/']);
  });

  it('finds its way from the principal to the cards', async () => {
    const principal = await client.propfind(
      '/carddav/',
      '0',
      'd:current-user-principal',
      'c:addressbook-home-set',
    );
    expect(responsesIn(principal.text)).toMatchObject([
      {
        href: '/carddav/',
        found: {
          'current-user-principal': { href: '/carddav/' },
          'addressbook-home-set': { href: '/carddav/books/' },
        },
      },
    ]);
    expect(book).toMatch(/^\/carddav\/books\/[\da-f-]{36}\/$/);
    const { text } = await client.propfind(
      book,
      '1',
      'd:getetag',
      'd:getcontenttype',
      's:getctag',
      'd:quota',
    );
    const [itself, ...cards] = responsesIn(text);
    expect(itself).toMatchObject({ href: book, missing: ['getetag', 'getcontenttype', 'quota'] });
    expect(cards).toHaveLength(2);
    for (const { found, missing } of cards)
      expect([found, missing]).toEqual([
        { getetag: expect.stringMatching(/^"[\w-]{24}"$/), getcontenttype: 'text/vcard; charset=utf-8' },
        ['getctag', 'quota'],
      ]);
  });

  it('learns what it may do', async () => {
    const { status, headers } = await client.request('OPTIONS', book);
    expect([status, headers.get('dav'), headers.get('allow')]).toEqual([
      200,
      '1, 3, access-control, addressbook',
      'OPTIONS, GET, HEAD, PROPFIND, REPORT',
    ]);
    const { text } = await client.propfind(
      book,
      '0',
      'd:current-user-privilege-set',
      'd:supported-report-set',
    );
    expect(text).toContain('<d:privilege><d:read/></d:privilege>');
    expect(text).not.toContain('write');
    for (const report of ['c:addressbook-multiget', 'c:addressbook-query', 'd:sync-collection'])
      expect(text).toContain(`<d:report><${report}/></d:report>`);
  });

  it('learns all that is there without naming it', async () => {
    for (const body of [undefined, '<propfind xmlns="DAV:"><allprop/></propfind>']) {
      const { text } = await client.request('PROPFIND', book, body, { Depth: '0' });
      expect(responsesIn(text)).toMatchObject([{ found: { displayname: 'Car & <pool>' }, missing: [] }]);
    }
    const named = await client.request('PROPFIND', book, '<propfind xmlns="DAV:"><propname/></propfind>', {
      Depth: '0',
    });
    expect(named.text).toContain('<d:displayname/>');
  });

  it('gets no answer that repeats more names than it should', async () => {
    const [many, fewer] = [15, 10].map((count) =>
      Array.from({ length: count }, (_, at) => `<x${at}${'y'.repeat(60_000)}/>`).join(''),
    );
    const report = (names: string) =>
      client.request('PROPFIND', large, `<d:propfind xmlns:d="DAV:"><d:prop>${names}</d:prop></d:propfind>`, {
        Depth: '1',
      });
    expect([(await report(many!)).status, (await report(fewer!)).status]).toEqual([400, 207]);
  });

  it('gets each value once, however often it is named', async () => {
    const named = '<d:prop><c:address-data/><d:getetag/><c:address-data/><d:getetag/></d:prop>';
    const { text } = await client.report(book, 'c:addressbook-query', named);
    expect(text.match(/<c:address-data>/g)).toHaveLength(2);
    expect(text.match(/<d:getetag>/g)).toHaveLength(2);
  });
});

describe('GET of a card', () => {
  it('answers with its tag, and with 304 to whoever has it', async () => {
    const { href, etag } = (await client.cards(book))[0]!;
    const { status, headers, text } = await client.request('GET', href);
    expect([status, text]).toEqual([200, expect.stringMatching(/^BEGIN:VCARD\r\nVERSION:3.0\r\n/)]);
    expect(Object.fromEntries(headers)).toMatchObject({
      ...{ etag, 'content-type': 'text/vcard; charset=utf-8', 'cache-control': 'private, no-cache' },
    });
    const known = await client.request('GET', href, undefined, { 'If-None-Match': etag });
    expect([known.status, known.text, known.headers.get('etag')]).toEqual([304, '', etag]);
    const head = await client.request('HEAD', href);
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', etag]);
  });
});

describe('A report', () => {
  it('reads the cards that it names, however their addresses are written', async () => {
    const [first, second] = await client.cards(book);
    const { text } = await client.report(
      book,
      'c:addressbook-multiget',
      `<d:prop><d:getetag/><c:address-data/></d:prop>
       <d:href>${t.url}${first!.href}</d:href><d:href>${second!.href.replaceAll('-', '%2D')}</d:href>
       <d:href>${book}${randomUUID()}.vcf</d:href><d:href>%</d:href>`,
    );
    const found = responsesIn(text);
    expect(found.map(({ found: { getetag } }) => getetag)).toEqual([
      first!.etag,
      second!.etag,
      undefined,
      undefined,
    ]);
    expect(found.slice(2).map(({ status }) => status)).toEqual(Array(2).fill('HTTP/1.1 404 Not Found'));
  });

  it.each([
    ['nothing', '', ['Anna', 'Zoë']],
    ['a name', '<c:prop-filter name="FN"><c:text-match>ZOË</c:text-match></c:prop-filter>', ['Zoë']],
    [
      'a number',
      '<c:prop-filter name="tel"><c:text-match match-type="ends-with">0101</c:text-match></c:prop-filter>',
      ['Anna'],
    ],
    ['no number', '<c:prop-filter name="TEL"><c:is-not-defined/></c:prop-filter>', ['Zoë']],
    ['a property', '<c:prop-filter name="TEL"/>', ['Anna']],
    [
      'another text',
      '<c:prop-filter name="EMAIL"><c:text-match negate-condition="yes">zoe@</c:text-match></c:prop-filter>',
      ['Anna'],
    ],
    [
      'an equal text',
      '<c:prop-filter name="EMAIL"><c:text-match match-type="equals">zoe@example.org</c:text-match></c:prop-filter>',
      ['Zoë'],
    ],
  ])('finds cards by %s', async (_, filters, names) => {
    const { text } = await client.report(
      book,
      'c:addressbook-query',
      `<d:prop><c:address-data/></d:prop><c:filter>${filters}</c:filter>`,
    );
    expect(firstNames(text)).toEqual(names);
  });

  it('finds cards by all of its filters or any', async () => {
    const filters =
      '<c:prop-filter name="FN"><c:text-match>Anna</c:text-match></c:prop-filter><c:prop-filter name="EMAIL"><c:text-match>zoe</c:text-match></c:prop-filter>';
    for (const [test, count] of [
      ['anyof', 2],
      ['allof', 0],
    ]) {
      const { text } = await client.report(
        book,
        'c:addressbook-query',
        `<d:prop><c:address-data/></d:prop><c:filter test="${test}">${filters}</c:filter>`,
      );
      expect(responsesIn(text)).toHaveLength(count as number);
    }
  });

  it('tells what is new since a token: nothing, while nothing is', async () => {
    const sync = (token: string) =>
      client.report(
        book,
        'd:sync-collection',
        `<d:sync-token>${token}</d:sync-token><d:sync-level>1</d:sync-level><d:prop><d:getetag/></d:prop>`,
      );
    const first = await sync('');
    expect(responsesIn(first.text)).toHaveLength(2);
    const token = syncTokenIn(first.text);
    const again = await sync(token);
    expect([responsesIn(again.text), syncTokenIn(again.text)]).toEqual([[], token]);
    const { text } = await client.propfind(book, '0', 'd:sync-token', 's:getctag');
    expect(responsesIn(text)[0]!.found).toEqual({
      'sync-token': token,
      getctag: token.slice('data:,'.length),
    });
    expect((await sync('data:,another')).status).toBe(403);
  });
});

describe('What was read', () => {
  it('stands in the disclosures of the family: cards, and not their tags', async () => {
    const reader = await school.parent();
    const ada = await school.student();
    const mother: TestGuardian = await school.parentOf(ada, { phone: '+1 212 555 0100' });
    await aList(t, school, reader, [ada]);
    const another = await aDavClient(t, school, reader);
    const href = (await another.books())['Carpool']!;
    await another.propfind(href, '1', 'd:getetag', 's:getctag');
    await another.report(href, 'd:sync-collection', '<d:sync-token/><d:prop><d:getetag/></d:prop>');
    expect(await lines(mother)).toEqual([]);
    const [card] = await another.cards(href);
    await another.request('GET', card!.href);
    expect(await lines(mother)).toEqual([
      'readAddressCard contact parent 1',
      'reportAddressBook contact parent 1',
    ]);
  });

  it('stands there as well where a number was compared and nothing of it asked for, and not where a name was', async () => {
    const reader = await school.parent();
    const ada = await school.student();
    const mother: TestGuardian = await school.parentOf(ada, { phone: '+1 212 555 0100' });
    await aList(t, school, reader, [ada]);
    const another = await aDavClient(t, school, reader);
    const href = (await another.books())['Carpool']!;
    const find = (name: string, wanted: string) =>
      another.report(
        href,
        'c:addressbook-query',
        `<d:prop><d:getetag/></d:prop><c:filter><c:prop-filter name="${name}"><c:text-match>${wanted}</c:text-match></c:prop-filter></c:filter>`,
      );
    await find('FN', 'Ada');
    expect(await lines(mother)).toEqual([]);
    await find('tel', '0199');
    expect(await lines(mother)).toEqual(['reportAddressBook contact parent 1']);
  });
});
