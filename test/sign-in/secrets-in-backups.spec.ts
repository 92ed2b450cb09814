import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { generateSync } from 'otplib';
import { openPromise } from 'yauzl';
import { aPersonWithPassword, aPersonWithTwoStep } from '../support/application.factory.js';
import { typesAt } from '../support/schools/backups.js';
import { BrowserVisitor } from '../support/browser-visitor.js';
import { anAddress, LinkedService } from '../support/mail/mailed-links.js';
import { aPublicApp, type OauthApp, type OauthTokens } from '../support/sign-in/oauth-app.js';
import { aSchool, type Person } from '../support/school.factory.js';
import { SigningBrowser } from '../support/sign-in/signing-browser.js';

let links: LinkedService;
const folder = mkdtempSync(join(tmpdir(), 'school-directory-secrets-'));
beforeAll(async () => {
  links = await LinkedService.start();
  process.env.AUTH_SIGNING_KEY = links.t.settings.signingKey!;
}, 60_000);
afterAll(async () => {
  await links.close();
  rmSync(folder, { recursive: true });
});

/** Everything in a backup that is not encrypted, as text. */
async function textOfBackup(): Promise<string> {
  const file = join(folder, 'everything.backup');
  expect((await typesAt(links.t.databaseUrl, folder, ['backup', file])).status).toBe(0);
  const zip = await openPromise(file, { autoClose: false });
  const parts: string[] = [];
  for await (const entry of zip.eachEntry())
    parts.push((await buffer(await zip.openReadStreamPromise(entry))).toString('latin1'));
  zip.close();
  return parts.join('\n');
}

const tokensOf = (tokens: OauthTokens): string[] => [
  tokens.refresh_token,
  ...[tokens.access_token, tokens.id_token].flatMap((token) => [token, ...token.split('.').slice(1)]),
];

/** What an app is given, and the browser that somebody signs in to it with. */
async function fromAnApp(app: OauthApp, person: Person): Promise<Record<string, string[]>> {
  const browser = new SigningBrowser(links.t.url);
  const tokens = await app.tokens(person, {}, browser);
  const code = await app.code(
    person,
    { state: 'a-state-of-this-test', nonce: 'a-nonce-of-this-test' },
    browser,
  );
  const { body: device } = await app.send('/oauth/device', {});
  const { body: renewed } = await app.refresh(tokens.refresh_token);
  return {
    tokens: tokensOf(tokens),
    'renewed tokens': tokensOf(renewed as OauthTokens),
    'a code that waits': [code, app.verifier],
    'a device that waits': [device.device_code, device.user_code, device.user_code.replace('-', '')],
    cookies: ['school-directory', 'oauth_session'].map((name) => browser.cookie(name)!),
  };
}

/** A person turns the second step on, and begins to sign in with it. */
async function fromTwoSteps(person: Person): Promise<Record<string, string[]>> {
  const browser = await new BrowserVisitor(links.t).signIn(person);
  const { text } = await browser.get('/account/two-step');
  const secret = /[?&;]secret=([A-Z2-7]+)/.exec(text)![1]!;
  const sealed = /name="sealed" value="([^"]+)"/.exec(text)![1]!;
  const epoch = Math.floor(links.t.clock.now().getTime() / 1000);
  const answer = await browser.post('/account/two-step', { sealed, code: generateSync({ secret, epoch }) });
  const recovery = answer.text.match(/\b(?:[A-Z2-9]{4}-){3}[A-Z2-9]{4}\b/g) ?? [];
  expect(recovery.length).toBeGreaterThan(5);
  const { body: pair } = await links.app.signIn(await aPersonWithTwoStep(links.t));
  return {
    'the secret of an authenticator': [secret],
    'recovery codes': recovery.flatMap((code) => [code, code.replaceAll('-', '')]),
    'a session without its second step': [pair.refresh_token, pair.access_token.split('.')[1]],
  };
}

it('contains no code, token, cookie or mailed link that is still good', async () => {
  await links.begin();
  const person = await aPersonWithPassword(links.t);
  const issued = {
    ...(await fromAnApp(await aPublicApp(links.t, { usesDeviceCode: true }), person)),
    ...(await fromTwoSteps(await aPersonWithPassword(links.t))),
  };
  const invited = anAddress();
  const mailed = {
    'a link to a new password': [await links.linkOf(person)],
    'an invitation': [await links.invite(await aSchool(links.t), invited)],
  };

  const text = await textOfBackup();
  const all = Object.entries({ ...issued, ...mailed });
  expect(all.flatMap(([, secrets]) => secrets).every((secret) => secret.length >= 8)).toBe(true);
  expect(
    all.filter(([, secrets]) => secrets.some((secret) => text.includes(secret))).map(([name]) => name),
  ).toEqual([]);
  // What may be there is found.
  for (const known of [person.email, person.userId, invited]) expect(text).toContain(known);
}, 60_000);
