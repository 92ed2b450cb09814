import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { aCalendar } from '../../support/calendar.factory.js';
import { aFeed } from '../../support/feed.factory.js';
import { aNoticeRow } from '../../support/alerts.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let parent: TestMember;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
  parent = await school.parent();
  await Promise.all(Array.from({ length: 12 }, () => school.studentAtHome()));
});

interface Received {
  status: number;
  headers: IncomingMessage['headers'];
  bytes: Buffer;
}

/** As it comes over the wire: `fetch` would unpack it. */
async function get(headers: Record<string, string>, path = 'students', method = 'GET'): Promise<Received> {
  const sent = request(`${t.url}/api/v1/schools/${school.id}/${path}`, {
    method,
    headers: { authorization: `Bearer ${parent.token}`, ...headers },
  }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode!, headers: answer.headers, bytes: await buffer(answer) };
}

const packed = (acceptEncoding: string, path?: string): Promise<Received> =>
  get({ 'accept-encoding': acceptEncoding }, path);

const PATHS = ['students', 'map-markers'];

describe.each(PATHS)('%s', (path) => {
  it.each([
    ['gzip', 'gzip', gunzipSync],
    ['br', 'br', brotliDecompressSync],
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['BR;q=0.5, GZIP;q=0.8', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['*', 'br', brotliDecompressSync],
  ])('comes packed to who accepts %s', async (accepted, name, unpack) => {
    const plain = await get({}, path);
    const answer = await packed(accepted, path);
    expect(answer.headers['content-encoding']).toBe(name);
    expect(Number(answer.headers['content-length'])).toBe(answer.bytes.length);
    expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(unpack(answer.bytes).equals(plain.bytes)).toBe(true);
  });

  it.each([['identity'], ['gzip;q=0.5, identity'], ['br;q=0'], ['gzip;q=0, br;q=0.0'], ['deflate'], ['']])(
    'comes as it is to who accepts "%s"',
    async (accepted) => {
      await packed('br', path);
      await packed('gzip', path);
      const { headers, bytes } = await get({ 'accept-encoding': accepted }, path);
      expect(headers['content-encoding']).toBeUndefined();
      expect(JSON.parse(bytes.toString())).toBeInstanceOf(Object);
    },
  );

  it('keeps one tag however it is packed, says what it depends on, and is not sent to who knows it', async () => {
    const answers = [await get({}, path), await packed('gzip', path), await packed('br', path)];
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1);
    expect(answers.map(({ headers }) => headers.vary)).toEqual(answers.map(() => 'Accept-Encoding'));
    const known = { 'if-none-match': answers[0]!.headers.etag!, 'accept-encoding': 'br' };
    const again = await get(known, path);
    expect([again.status, again.bytes.length, again.headers.vary]).toEqual([304, 0, 'Accept-Encoding']);
    expect(again.headers['content-encoding']).toBeUndefined();
  });

  it('keeps its tag when what has changed is not in it', async () => {
    const { headers } = await get({}, path);
    await t.dataSource.query(`update students set grade = '9' where school_id = $1`, [school.id]);
    expect((await get({ 'if-none-match': headers.etag! }, path)).status).toBe(304);
  });

  it('sends the same head for HEAD', async () => {
    await packed('gzip', path);
    const headers = { 'accept-encoding': 'gzip' };
    const [whole, head] = [await get(headers, path), await get(headers, path, 'HEAD')];
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect(head.headers['content-length']).toBe(whole.headers['content-length']);
    expect(head.headers.etag).toBe(whole.headers.etag);
  });
});

describe('what has private texts of the reader in it', () => {
  it('goes as it is, so that its length tells nothing of a note, whether there is one or not', async () => {
    const [{ id }] = await t.dataSource.query<[{ id: string }]>(
      'select id from students where school_id = $1 limit 1',
      [school.id],
    );
    const read = () => get({ 'accept-encoding': 'gzip' }, 'students?full=true');
    expect((await read()).headers['content-encoding']).toBeUndefined();
    await t.api.put(`/students/${id}/note`, { token: parent.token, body: { body: 'Mine' } });
    const { headers, bytes } = await read();
    expect([headers['content-encoding'], bytes.includes('"note":"Mine"')]).toEqual([undefined, true]);
  });

  it('stays with its reader: the next one gets none of it', async () => {
    const [{ id }] = await t.dataSource.query<[{ id: string }]>(
      'select id from students where school_id = $1 limit 1',
      [school.id],
    );
    await t.api.put(`/students/${id}/note`, { token: parent.token, body: { body: 'Mine' } });
    expect((await get({}, 'students?full=true')).bytes.includes('Mine')).toBe(true);
    parent = await school.parent();
    expect((await get({}, 'students?full=true')).bytes.includes('Mine')).toBe(false);
  });
});

describe('a small answer', () => {
  it('goes unpacked', async () => {
    school = await aSchool(t);
    parent = await school.parent();
    for (let n = 0; n < 5; n += 1) {
      const { headers, bytes } = await get({ 'accept-encoding': 'gzip' });
      expect([headers['content-encoding'], bytes.toString()]).toEqual([undefined, '{"students":[]}']);
    }
  });
});

describe('everything else that is compressed', () => {
  /** Of the whole site, without a token. */
  const open = async (path: string, acceptEncoding?: string, method = 'GET'): Promise<Received> => {
    const headers = acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding };
    const sent = request(`${t.url}${path}`, { method, headers }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: answer.statusCode!, headers: answer.headers, bytes: await buffer(answer) };
  };

  it.each([
    '/',
    '/schools/x/notices/1',
    '/docs/openapi.json',
    '/docs/swagger-ui-bundle.js',
    '/docs/sign-in.js',
  ])('keeps the same text in each coding, and says what it depends on: %s', async (path) => {
    const plain = await open(path);
    const [gzip, br] = [await open(path, 'gzip'), await open(path, 'gzip, br')];
    expect([plain, gzip, br].map(({ headers }) => headers['content-encoding'])).toEqual([
      undefined,
      'gzip',
      'br',
    ]);
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
    expect(brotliDecompressSync(br.bytes).equals(plain.bytes)).toBe(true);
    for (const { headers } of [plain, gzip, br]) expect(headers.vary).toContain('Accept-Encoding');
  });

  it('includes a feed, with a strong tag of each coding, which is known by whatever spelling', async () => {
    const calendar = await aCalendar(t);
    for (let n = 0; n < 12; n += 1) await calendar.anEvent({ title: `Picnic ${n}` });
    const { path } = await aFeed(t, calendar);
    const [plain, gzip, br] = [await open(path), await open(path, 'gzip'), await open(path, 'br')];
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
    expect(brotliDecompressSync(br.bytes).equals(plain.bytes)).toBe(true);
    const tag = plain.headers.etag!;
    expect([gzip, br].map(({ headers }) => headers.etag)).toEqual([
      tag.replace(/"$/, '-gzip"'),
      tag.replace(/"$/, '-br"'),
    ]);
    for (const known of [tag, gzip.headers.etag!, br.headers.etag!, `W/${tag}`]) {
      const headers = { 'if-none-match': known, 'accept-encoding': 'br' };
      const answer = await fetch(`${t.url}${path}`, { headers });
      expect([answer.status, answer.headers.get('etag')]).toEqual([304, known.replace('W/', '')]);
    }
    const head = await open(path, 'br', 'HEAD');
    expect([head.headers.etag, head.headers['content-length']]).toEqual([
      br.headers.etag,
      br.headers['content-length'],
    ]);
  });

  it('includes a list that is made for its reader, such as notices', async () => {
    for (let n = 0; n < 12; n += 1) await aNoticeRow(t, school, { title: `Snow day ${n}` });
    const [plain, br] = [await get({}, 'notices'), await packed('br', 'notices')];
    expect(br.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(br.bytes).equals(plain.bytes)).toBe(true);
    expect(br.headers.etag).toBe(plain.headers.etag);
  });

  it('never is a note, a student, a list of the caller’s or what is chosen for one', async () => {
    const [{ id }] = await t.dataSource.query<[{ id: string }]>(
      'select id from students where school_id = $1 limit 1',
      [school.id],
    );
    const { token } = parent;
    await t.api.put(`/students/${id}/note`, { token, body: { body: 'Mine '.repeat(400) } });
    for (let n = 0; n < 12; n += 1)
      await t.api.post(`/schools/${school.id}/lists`, {
        token,
        body: { name: `Party ${n} ${'x'.repeat(150)}` },
      });
    for (const path of [`/students/${id}`, `/students/${id}/note`, `/schools/${school.id}/lists`]) {
      const answer = await t.api.get(path, { token, headers: { 'accept-encoding': 'br, gzip' } });
      expect([path, answer.text.length > 1024, answer.headers.get('content-encoding')]).toEqual([
        path,
        true,
        null,
      ]);
    }
  });
});
