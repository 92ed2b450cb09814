import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPersonWithPassword, PASSWORD } from '../../support/application.factory.js';
import { aPublicApp, fieldsOf, type OauthApp } from '../../support/sign-in/oauth-app.js';
import { Mailboxes } from '../../support/mail/mailbox.js';
import type { Person } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const SITE = 'https://directory.example.org';

const mailboxes = new Mailboxes();
let t: TestApp;
let app: OauthApp;
let device: OauthApp;
let person: Person;
beforeAll(async () => {
  t = await startTestApp({ siteUrl: SITE, trustProxy: 1, smtpUrl: await mailboxes.start() });
  app = await aPublicApp(t);
  device = await aPublicApp(t, { usesDeviceCode: true });
  person = await aPersonWithPassword(t);
});
afterAll(async () => {
  await t.close();
  await mailboxes.stop();
});

/** As it is written, which no client would do. @returns all of what is answered */
async function sent(line: string, headers: string[], body = ''): Promise<string> {
  const { hostname, port } = new URL(t.url);
  const socket = connect(Number(port), hostname);
  const length = body ? [`Content-Length: ${Buffer.byteLength(body)}`] : [];
  await once(socket, 'connect');
  socket.write([line, ...headers, ...length, 'Connection: close', '', body].join('\r\n'));
  return text(socket);
}

/** What a request says of where it was sent to: everything but the path. */
const TRICKS: [string, (path: string) => { target?: string; headers: string[] }][] = [
  ['a foreign Host', () => ({ headers: ['Host: evil.example.org'] })],
  ['a Host with a port', () => ({ headers: ['Host: directory.example.org:8443'] })],
  ['a Host with a name before it', () => ({ headers: ['Host: directory.example.org@evil.example.org'] })],
  [
    'a foreign X-Forwarded-Host',
    () => ({ headers: ['Host: directory.example.org', 'X-Forwarded-Host: evil.example.org'] }),
  ],
  [
    'two X-Forwarded-Host',
    () => ({
      headers: [
        'Host: directory.example.org',
        'X-Forwarded-Host: evil.example.org',
        'X-Forwarded-Host: evil.example.org, directory.example.org',
      ],
    }),
  ],
  [
    'X-Forwarded-Proto without encryption',
    () => ({ headers: ['Host: directory.example.org', 'X-Forwarded-Proto: http'] }),
  ],
  [
    'X-Forwarded-Port and -Prefix',
    () => ({
      headers: ['Host: directory.example.org', 'X-Forwarded-Port: 666', 'X-Forwarded-Prefix: /evil'],
    }),
  ],
  [
    'Forwarded',
    () => ({ headers: ['Host: directory.example.org', 'Forwarded: host=evil.example.org;proto=http'] }),
  ],
  [
    'the whole address of a foreign host',
    (path) => ({ target: `http://evil.example.org${path}`, headers: ['Host: directory.example.org'] }),
  ],
  [
    'two slashes before a foreign host',
    (path) => ({ target: `${path}?//evil.example.org`, headers: ['Host: evil.example.org'] }),
  ],
  [
    'X-Original-URL',
    () => ({ headers: ['Host: evil.example.org', 'X-Original-URL: /evil', 'X-Rewrite-URL: /evil'] }),
  ],
];

const headOf = (answer: string): string => answer.slice(0, answer.indexOf('\r\n\r\n'));

describe.each(TRICKS)('With %s', (_, trick) => {
  const get = (path: string, more: string[] = []): Promise<string> => {
    const { target = path, headers } = trick(path);
    return sent(`GET ${target} HTTP/1.1`, [...headers, ...more]);
  };
  const post = (path: string, body: string, more: string[] = []): Promise<string> => {
    const { target = path, headers } = trick(path);
    const form = 'Content-Type: application/x-www-form-urlencoded';
    return sent(`POST ${target} HTTP/1.1`, [...headers, form, ...more], body);
  };
  const expectOurs = (answer: string): void => {
    expect(answer).not.toMatch(/evil|http:\/\/directory|:8443|:666/);
  };

  it('names no other address in the metadata', async () => {
    for (const path of ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server']) {
      const answer = await get(path);
      expectOurs(answer);
      expect(answer).toContain(`"issuer":"${SITE}"`);
      expect(answer).toContain(`"token_endpoint":"${SITE}/oauth/token"`);
      expect(answer).toContain(`"end_session_endpoint":"${SITE}/oauth/sign-out"`);
    }
  });

  it('leads nowhere else, nor gives cookies to others, on the way to a code', async () => {
    const { pathname, search } = new URL(app.address());
    const begun = await sent(`GET ${pathname}${search} HTTP/1.1`, trick(pathname).headers);
    expectOurs(begun);
    const [, uid = ''] = /^Location: \/sign-in\/([\w-]+)/im.exec(headOf(begun)) ?? [];
    const cookie = `Cookie: __Secure-oauth-interaction=${uid}; __Secure-oauth-resume=${uid}`;
    const form = new URLSearchParams({ email: person.email, password: PASSWORD }).toString();
    const done = await post(`/sign-in/${uid}/password`, form, [cookie, 'Sec-Fetch-Site: same-origin']);
    expectOurs(done);
    expect(headOf(done)).toContain(`Location: ${SITE}/oauth/authorize/${uid}`);
    const [, own = ''] = /^Set-Cookie: (__Host-school-directory=[^;]*)/im.exec(headOf(done)) ?? [];
    const code = await get(`/oauth/authorize/${uid}`, [`${cookie}; ${own}`]);
    expectOurs(code);
    expect(headOf(code)).toMatch(
      /^Location: https:\/\/app\.example\.org\/callback\?code=[\w-]+&state=xyz&iss=https%3A%2F%2Fdirectory\.example\.org\r?$/im,
    );
  });

  it('puts no other address into a mail', async () => {
    const { email } = await aPersonWithPassword(t);
    const answer = await post('/password/forgotten', fieldsOf({ email }).toString(), [
      'Sec-Fetch-Site: same-origin',
    ]);
    expectOurs(answer);
    const { link, text } = await mailboxes.takeLink(t, email);
    expect(link.href).toMatch(/^https:\/\/directory\.example\.org\/password\/set#/);
    expectOurs(text);
  });

  it('sends a device nowhere else', async () => {
    const answer = await post('/oauth/device', `client_id=${device.clientId}&scope=openid`);
    expectOurs(answer);
    expect(answer).toContain(`"verification_uri":"${SITE}/device"`);
  });

  it('sends who signs out nowhere else', async () => {
    const answer = await get('/oauth/sign-out');
    expectOurs(answer);
    expect(answer).toContain(`action="/oauth/sign-out/confirm"`);
  });
});

describe('Cookies of a site with encryption', () => {
  it('stay away from scripts, other sites, other paths and open lines', async () => {
    const { pathname, search } = new URL(app.address());
    const begun = await sent(`GET ${pathname}${search} HTTP/1.1`, ['Host: directory.example.org']);
    const [, uid = ''] = /^Location: \/sign-in\/([\w-]+)/im.exec(headOf(begun)) ?? [];
    const signIn = (password: string): Promise<string> =>
      sent(
        `POST /sign-in/${uid}/password HTTP/1.1`,
        [
          'Host: directory.example.org',
          'Content-Type: application/x-www-form-urlencoded',
          `Cookie: __Secure-oauth-interaction=${uid}`,
        ],
        new URLSearchParams({ email: person.email, password }).toString(),
      );
    const refused = await signIn('mistyped');
    const done = await signIn(PASSWORD);
    const [, own = ''] = /^Set-Cookie: (__Host-school-directory=[^;]*)/im.exec(headOf(done)) ?? [];
    const code = await sent(`GET /oauth/authorize/${uid} HTTP/1.1`, [
      'Host: directory.example.org',
      `Cookie: __Secure-oauth-resume=${uid}; ${own}`,
    ]);
    const cookies = [begun, refused, done, code]
      .flatMap((answer) => [...headOf(answer).matchAll(/^Set-Cookie: (.*)$/gim)])
      .map(([, cookie]) => cookie!.trim())
      .filter((cookie) => !/expires=Thu, 01 Jan 1970/i.test(cookie));
    const pathOf = (cookie: string) => /path=([^;]*)/i.exec(cookie)?.[1];
    expect(cookies.map((cookie) => [cookie.split('=')[0], pathOf(cookie)])).toEqual([
      ['__Secure-oauth-interaction', `/sign-in/${uid}`],
      ['__Secure-oauth-resume', `/oauth/authorize/${uid}`],
      ['__Host-school-directory-told', '/'],
      ['__Host-school-directory', '/'],
      ['__Host-oauth-session', '/'],
    ]);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; httponly/i);
      expect(cookie).toMatch(/; samesite=lax/i);
      expect(cookie).toMatch(/; secure/i);
      expect(cookie).not.toMatch(/; domain/i);
    }
  });
});
