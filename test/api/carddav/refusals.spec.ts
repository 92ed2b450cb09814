import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { aDavClient, aSchoolWithAddressBooks, DavClient } from '../../support/carddav.factory.js';
import { aList } from '../../support/list.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let client: DavClient;
/** A book of the client's own, a card in it, and a book of somebody else. */
let [book, card, others] = ['', '', ''];
beforeAll(async () => {
  t = await startTestApp();
  const school = await aSchoolWithAddressBooks(t);
  const [reader, other] = [await school.parent(), await school.parent()];
  const ada = await school.student();
  await school.guardian(ada);
  await aList(t, school, reader, [ada]);
  others = `/carddav/books/${(await aList(t, school, other, [ada])).id}/`;
  client = await aDavClient(t, school, reader);
  book = (await client.books())['Carpool']!;
  card = (await client.cards(book))[0]!.href;
});
afterAll(() => t.close());

const EVERY_ADDRESS = () => ['/carddav/', '/carddav/books/', book, card];

describe('A caller without an app password', () => {
  it.each<[string, Record<string, string>]>([
    ['nothing', {}],
    [
      'an invented password',
      { authorization: `Basic ${Buffer.from(`a:${'x'.repeat(22)}`).toString('base64')}` },
    ],
    ['no colon', { authorization: `Basic ${Buffer.from('x'.repeat(22)).toString('base64')}` }],
    ['no base64', { authorization: 'Basic ***' }],
    ['a bearer token', { authorization: `Bearer ${'x'.repeat(22)}` }],
    ['a long one', { authorization: `Basic ${'eA'.repeat(3000)}==` }],
  ])('gets a challenge with %s', async (_, headers) => {
    for (const path of [...EVERY_ADDRESS(), others, `${others}${randomUUID()}.vcf`])
      for (const method of ['PROPFIND', 'REPORT', 'GET', 'OPTIONS', 'PUT', 'DELETE', 'MKCOL']) {
        const answer = await fetch(t.url + path, { method, headers });
        expect([path, method, answer.status, answer.headers.get('www-authenticate')]).toEqual([
          ...[path, method, 401],
          'Basic realm="School Directory", charset="UTF-8"',
        ]);
        expect(await answer.text()).not.toContain('VCARD');
      }
  });

  it('gets in with the password alone, whatever the user name is', async () => {
    for (const user of ['', 'somebody', 'Zoë'])
      expect(
        (await new DavClient(t.url, client.password, user).propfind('/carddav/', '0', 'd:owner')).status,
      ).toBe(207);
  });
});

describe('Whatever writes', () => {
  it.each(['PUT', 'DELETE', 'PROPPATCH', 'MKCOL', 'COPY', 'MOVE', 'LOCK', 'UNLOCK', 'POST', 'PATCH', 'ACL'])(
    'fails with the right that is missing: %s',
    async (method) => {
      for (const path of [...EVERY_ADDRESS(), `${book}new.vcf`, '/carddav/books/new/']) {
        const { status, text } = await client.request(method, path, 'BEGIN:VCARD');
        expect([path, status, text]).toEqual([
          ...[path, 403],
          expect.stringContaining('<d:need-privileges/>'),
        ]);
      }
      expect(await client.cards(book)).toHaveLength(1);
    },
  );
});

describe('A book of somebody else', () => {
  it('answers as one that is not there', async () => {
    for (const path of [others, `/carddav/books/${randomUUID()}/`, '/carddav/books/carpool/'])
      for (const [method, body] of [
        ['PROPFIND', undefined],
        [
          'REPORT',
          '<c:addressbook-query xmlns:c="urn:ietf:params:xml:ns:carddav"><c:filter/></c:addressbook-query>',
        ],
      ] as const)
        expect((await client.request(method, path, body, { Depth: '1' })).status).toBe(404);
    const file = card.split('/').at(-1);
    expect((await client.request('GET', others + file)).status).toBe(404);
    expect((await client.request('GET', `${book}${randomUUID()}.vcf`)).status).toBe(404);
  });
});

describe('A request that is none', () => {
  const deep = '<a>'.repeat(20) + '</a>'.repeat(20);
  const laughs = `<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><d:propfind xmlns:d="DAV:">&b;</d:propfind>`;
  it.each([
    ['no XML', 'name=value'],
    ['half of it', '<d:propfind xmlns:d="DAV:">'],
    ['an undeclared prefix', '<d:propfind/>'],
    ['a document type', '<!DOCTYPE a><a/>'],
    ['entities', laughs],
    ['an outside entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
    ['too deep', deep],
    ['many elements', `<a>${'<b/>'.repeat(20_001)}</a>`],
    ['many attributes', `<a ${Array.from({ length: 17 }, (_, at) => `a${at}=""`).join(' ')}/>`],
    ['another root', '<d:mkcol xmlns:d="DAV:"/>'],
  ])('fails with 400: %s', async (_, body) => {
    for (const path of EVERY_ADDRESS()) {
      const { status, text } = await client.request('PROPFIND', path, body, { Depth: '1' });
      expect([status, JSON.parse(text)]).toMatchObject([400, { error: { code: 'validation_failed' } }]);
    }
  });

  it('fails with 413 when it is more than a megabyte', async () => {
    const { status } = await client.request('PROPFIND', '/carddav/', `<a>${' '.repeat(1_048_577)}</a>`, {
      Depth: '0',
    });
    expect(status).toBe(413);
  });

  it.each([
    ['no depth', 'PROPFIND', undefined, '', 'd:propfind-finite-depth'],
    ['every depth', 'PROPFIND', undefined, 'infinity', 'd:propfind-finite-depth'],
    ['an unknown report', 'REPORT', '<d:expand-property xmlns:d="DAV:"/>', '1', 'd:supported-report'],
    [
      'a version that is not written',
      'REPORT',
      '<c:addressbook-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav"><d:prop><c:address-data version="4.0"/></d:prop></c:addressbook-query>',
      '1',
      'c:supported-address-data',
    ],
    [
      'a filter of parameters',
      'REPORT',
      '<c:addressbook-query xmlns:c="urn:ietf:params:xml:ns:carddav"><c:filter><c:prop-filter name="TEL"><c:param-filter name="TYPE"/></c:prop-filter></c:filter></c:addressbook-query>',
      '1',
      'c:supported-filter',
    ],
  ])('fails with its condition: %s', async (_, method, body, depth, condition) => {
    const { status, text } = await client.request(method, book, body, depth ? { Depth: depth } : {});
    expect([status, text]).toEqual([403, expect.stringContaining(`<${condition}/>`)]);
  });

  it('fails for a report on anything but a book', async () => {
    const body = '<d:sync-collection xmlns:d="DAV:"/>';
    for (const path of ['/carddav/', '/carddav/books/', card]) {
      const { status, text } = await client.request('REPORT', path, body);
      expect([status, text]).toEqual([403, expect.stringContaining('<d:supported-report/>')]);
    }
    expect((await client.request('GET', book)).status).toBe(405);
  });
});
