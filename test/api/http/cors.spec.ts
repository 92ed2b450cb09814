import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { aPerson, aSchool, type TestSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const OURS = 'https://app.example.org';
const OTHERS = [
  'https://evil.example.org',
  'https://app.example.org.evil.org',
  'http://app.example.org',
  'null',
  '',
];

let t: TestApp;
let school: TestSchool;
let token: string;
const dataDir = mkdtempSync(join(tmpdir(), 'cors-'));
beforeAll(async () => {
  t = await startTestApp({ dataDir, corsOrigins: [OURS, 'http://localhost:5173'], rateLimit: 6000 });
  school = await aSchool(t);
  ({ token } = await school.parent());
});
afterAll(async () => {
  await t.close();
  rmSync(dataDir, { recursive: true });
});

/** `fetch` sends no Origin and asks before by itself. */
async function send(method: string, path: string, headers: Record<string, string> = {}, app = t) {
  const sent = request(`${app.url}${path}`, { method, headers }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, text: (await buffer(answer)).toString() };
}
const corsOf = (headers: IncomingMessage['headers']) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')));
const asks = (origin: string) => ({
  origin,
  'access-control-request-method': 'PATCH',
  'access-control-request-headers': 'authorization,content-type,if-match,x-other',
});

const EXPOSED = 'ETag,Retry-After,X-Request-Id,Content-Disposition,WWW-Authenticate';
const PATHS = ['/api/v1/me', '/api/v1/auth/token', '/api/v1/nothing', '/storage/student-photos/x.png'];

describe('a page of another origin', () => {
  it.each(OTHERS)('gets no header of CORS, whatever it asks for: %s', async (origin) => {
    for (const path of PATHS) {
      const answers = [await send('GET', path, { origin }), await send('OPTIONS', path, asks(origin))];
      expect(answers.map(({ headers }) => corsOf(headers))).toEqual([{}, {}]);
      expect(answers.map(({ headers }) => headers.vary)).toEqual(
        answers.map(() => expect.stringContaining('Origin')),
      );
    }
  });
});

describe('a page of an origin that is named', () => {
  it.each(PATHS)('calls %s: the preflight says what for, and for how long', async (path) => {
    const { status, headers, text } = await send('OPTIONS', path, asks(OURS));
    expect([status, text]).toEqual([204, '']);
    expect(corsOf(headers)).toEqual({
      'access-control-allow-origin': OURS,
      'access-control-allow-methods': 'GET,HEAD,POST,PUT,PATCH,DELETE',
      'access-control-allow-headers': 'Authorization,Content-Type,Idempotency-Key,If-Match,If-None-Match',
      'access-control-expose-headers': EXPOSED,
      'access-control-max-age': '86400',
    });
  });

  it('reads answers, what is not changed, and refusals, and never with credentials', async () => {
    const origin = OURS;
    const authorization = `Bearer ${token}`;
    const me = await send('GET', '/api/v1/me', { origin, authorization });
    expect(me).toMatchObject({ status: 200 });
    const known = await send('GET', '/api/v1/me', {
      origin,
      authorization,
      'if-none-match': me.headers.etag!,
    });
    const answers = [
      me,
      known,
      await send('GET', '/api/v1/me', { origin }),
      await send('GET', '/api/v1/nothing', { origin }),
      await send('POST', '/api/v1/auth/token', { origin }),
      await send('PUT', '/storage/student-photos/x.png', { origin }),
      await send('GET', '/api/v1/%ff', { origin }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 304, 401, 404, 401, 403, 404]);
    for (const { headers } of answers)
      expect(corsOf(headers)).toEqual({
        'access-control-allow-origin': OURS,
        'access-control-expose-headers': EXPOSED,
      });
  });

  it('keeps what else an answer depends on', async () => {
    const headers = { origin: OURS, authorization: `Bearer ${token}` };
    const answer = await send('GET', `/api/v1/schools/${school.id}/students`, headers);
    expect(answer.headers.vary).toBe('Origin, Accept-Encoding');
  });

  it.each([
    '/',
    '/docs/examples.json',
    '/healthz',
    '/api/calendar/subscribe/x/feed.ics',
    '/api/mail/unsubscribe/x',
    '/api/mail/guardian/x',
  ])('gets none where there is nothing for pages: %s', async (path) =>
    expect(corsOf((await send('GET', path, { origin: OURS })).headers)).toEqual({}),
  );
});

describe('the OpenAPI document', () => {
  it.each(['/docs/openapi.json', '/docs/openapi-3.1.json', '/docs/openapi.yaml'])(
    'opens to the pages of any origin, once for each of its versions: %s',
    async (path) => {
      const first = await send('GET', path, { origin: 'https://tools.example.com' });
      expect(corsOf(first.headers)).toEqual({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'ETag',
      });
      const known = String(first.headers.etag);
      const again = await send('GET', path, { origin: 'https://tools.example.com', 'if-none-match': known });
      expect(again.status).toBe(304);
    },
  );
});

// Each of them is an application of its own, which takes over the sign-in of those before it in this process.
describe('a page that is let in by name', () => {
  it('gets none from a service that names no origins', async () => {
    const app = await startTestApp();
    const answers = [
      await send('GET', '/api/v1/me', { origin: OURS }, app),
      await send('OPTIONS', '/api/v1/me', asks(OURS), app),
    ];
    await app.close();
    expect(answers.map(({ headers }) => [corsOf(headers), headers.vary])).toEqual([
      [{}, undefined],
      [{}, undefined],
    ]);
  });

  it('reads that it asks too often, and when to come again', async () => {
    const app = await startTestApp({ corsOrigins: [OURS], rateLimit: 1 });
    const given = { origin: OURS, authorization: `Bearer ${(await aPerson(app)).token}` };
    await send('GET', '/api/v1/me', given, app);
    const { status, headers } = await send('GET', '/api/v1/me', given, app);
    await app.close();
    expect([status, headers['access-control-allow-origin']]).toEqual([429, OURS]);
    expect(headers['retry-after']).toBeDefined();
  });
});
