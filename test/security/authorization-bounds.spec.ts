import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RetentionService } from '../../src/features/person/retention.service.js';
import { PERIODS } from '../../src/platform/database/retention.js';
import {
  aPublicApp,
  challengeOf,
  fieldsOf,
  oauthAnswer,
  type OauthApp,
} from '../support/sign-in/oauth-app.js';
import { sendRaw } from '../support/http/raw-http.js';
import { startAtItsAddress } from '../support/sign-in/signing-browser.js';
import type { TestApp } from '../support/test-app.js';

/* What a stranger can make the authorization server look at, and store, before anybody is known. */

const JSON_ONLY = { accept: 'application/json' };

let t: TestApp;
let web: OauthApp;
let device: OauthApp;
beforeAll(async () => {
  t = await startAtItsAddress();
  web = await aPublicApp(t);
  device = await aPublicApp(t, { name: 'Television', usesDeviceCode: true });
});
afterAll(() => t.close());
beforeEach(() => t.dataSource.query('truncate oauth_artifacts, attempt_counts'));

const stored = async (): Promise<{ rows: number; bytes: number }> => {
  const [row] = await t.dataSource.query<[{ rows: number; bytes: number }]>(
    `select count(*)::int as rows, coalesce(sum(length(payload::text)), 0)::int as bytes from oauth_artifacts`,
  );
  return row;
};

const PAGES = ['/oauth/authorize', '/oauth/authorize/x', '/device', '/oauth/sign-out'];
const QUERIES: [string, string][] = [
  ['fifty-one parameters', 'a=b&'.repeat(50) + 'a=b'],
  ['a parameter of the standards again and again', 'resource=x&'.repeat(60)],
  ['more than 16 kB', `state=${'a'.repeat(16 * 1024)}`],
];

describe.each(PAGES)('%s', (path) => {
  it.each(QUERIES)('refuses a query of %s before the library reads it', async (_, query) => {
    const { status, body } = await oauthAnswer(`${t.url}${path}?${query}`, { headers: JSON_ONLY });
    expect([status, body]).toEqual([
      400,
      { error: 'invalid_request', error_description: 'the query is too long' },
    ]);
    expect(await stored()).toEqual({ rows: 0, bytes: 0 });
  });

  it('says so on a page to a browser, and by HEAD without one', async () => {
    const [, [, query]] = QUERIES as [unknown, [string, string]];
    const page = await oauthAnswer(`${t.url}${path}?${query}`, { headers: { accept: 'text/html' } });
    expect([page.status, page.text.includes('the query is too long')]).toEqual([400, true]);
    const head = await fetch(`${t.url}${path}?${query}`, { method: 'HEAD', headers: JSON_ONLY });
    expect(head.status).toBe(400);
  });
});

describe('A parameter of more than 2 kB', () => {
  const long = (name: string) => ({ [name]: 'x'.repeat(2_049) });
  const asked = () => ({
    ...{ response_type: 'code', redirect_uri: web.redirectUri, scope: 'openid' },
    ...{ code_challenge: challengeOf(web.verifier), code_challenge_method: 'S256' },
  });

  it.each(['state', 'nonce', 'login_hint', 'ui_locales', 'acr_values'])(
    'stays unstored in a sign-in: %s',
    async (name) => {
      const answer = await oauthAnswer(web.address(long(name)), { headers: JSON_ONLY });
      expect(`${answer.text} ${answer.headers.get('location')}`).toMatch(/invalid_request/);
      expect((await stored()).bytes).toBeLessThan(1_024);
    },
  );

  it.each(['state', 'nonce', 'login_hint'])('stays unstored in a pushed request: %s', async (name) => {
    const { status, body } = await web.send('/oauth/par', { ...asked(), ...long(name) });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
    expect(await stored()).toEqual({ rows: 0, bytes: 0 });
  });

  it.each(['state', 'nonce', 'login_hint'])('stays unstored in a device: %s', async (name) => {
    const { body } = await device.send('/oauth/device', { scope: 'openid', ...long(name) });
    expect(body.error).toBe(name === 'login_hint' || name === 'nonce' ? 'invalid_request' : undefined);
    expect((await stored()).bytes).toBeLessThan(2_048);
  });

  it('stays unstored in a signing out', async () => {
    const query = fieldsOf(long('state')).toString();
    await oauthAnswer(`${t.url}/oauth/sign-out?${query}`, { headers: JSON_ONLY });
    expect((await stored()).bytes).toBeLessThan(1_024);
  });

  it('fails together with others of which each is short enough', async () => {
    const each = { state: 'x'.repeat(2_000), nonce: 'y'.repeat(2_000), login_hint: 'z'.repeat(2_000) };
    const { status, body } = await web.send('/oauth/par', { ...asked(), ...each });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
    const answer = await oauthAnswer(web.address(each), { headers: JSON_ONLY });
    expect(`${answer.text} ${answer.headers.get('location')}`).toMatch(/invalid_request/);
    expect((await stored()).bytes).toBeLessThan(1_024);
  });

  it('passes at 2 kB, and is stored', async () => {
    const answer = await oauthAnswer(web.address({ state: 'x'.repeat(2_000) }), { headers: JSON_ONLY });
    expect(answer.status).toBe(303);
    expect((await stored()).rows).toBe(1);
  });
});

describe('What a stranger has begun and nobody goes on with', () => {
  it('goes within minutes after it has expired, by what runs each minute', async () => {
    await oauthAnswer(web.address(), { headers: JSON_ONLY });
    await device.send('/oauth/device', { scope: 'openid' });
    expect((await stored()).rows).toBe(2);
    const often = PERIODS.filter(([, period]) => period.often);
    expect(often.map(([table]) => table)).toEqual(
      expect.arrayContaining(['attempt_counts', 'oauth_artifacts']),
    );
    t.clock.advance(3600_000 + 11 * 60_000);
    for (const [table, period] of often) await t.app.get(RetentionService).removeFrom(table, period);
    expect((await stored()).rows).toBe(0);
  });
});

describe('A path', () => {
  it.each(['/docs/', '/pages/', '/api/v1/students/', '/oauth/authorize/'])(
    'leads nowhere with more than 8 kB, before anything puts its dots in order: %s',
    async (prefix) => {
      const answer = await fetchPath(`${prefix}${'../'.repeat(2_800)}openapi.yaml`);
      expect(answer).toMatch(/^HTTP\/1\.1 404 [^]*"code":"not_found"/);
    },
  );
});

describe('What a client would rather have', () => {
  const asked = (header: string, value: string) =>
    fetch(`${t.url}/docs/content-file.schema.json`, { headers: { [header]: value } });

  it('counts in a thousand characters, and is passed over in more', async () => {
    expect((await asked('range', 'bytes=0-1')).status).toBe(206);
    expect((await asked('range', `bytes=${'0-1,'.repeat(300)}0-1`)).status).toBe(200);
    expect((await asked('accept-encoding', 'gzip')).headers.get('content-encoding')).toBe('gzip');
    const many = `${'x;q=0.1,'.repeat(200)}gzip`;
    expect((await asked('accept-encoding', many)).headers.get('content-encoding')).toBeNull();
  });

  it('decides no language of a page in more than a thousand characters', async () => {
    const page = async (language: string): Promise<string> =>
      (await fetch(`${t.url}/sign-in`, { headers: { 'accept-language': language } })).text();
    expect(await page('de')).toContain('lang="de"');
    expect(await page(`${'de,'.repeat(400)}de`)).toContain('lang="en"');
  });
});

/** As it is: a client of the platform would put the dots in order itself. */
async function fetchPath(path: string): Promise<string> {
  const { status, body } = await sendRaw(
    t.url,
    `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  );
  return `HTTP/1.1 ${status} ${JSON.stringify(body)}`;
}
