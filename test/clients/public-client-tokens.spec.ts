import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  createDirectoryClient,
  MemoryStore,
  PublicClientTokens,
  type BegunSignIn,
  type PublicClient,
  type PublicTokens,
} from '../../clients/typescript/src/directory-client.js';
import { ApplicationsService } from '../../src/features/oauth/applications.service.js';
import { aPersonWithPassword, PASSWORD } from '../support/application.factory.js';
import type { Person } from '../support/school.factory.js';
import { SigningBrowser, startAtItsAddress } from '../support/sign-in/signing-browser.js';
import type { TestApp } from '../support/test-app.js';
import { Wire } from './wire.js';

const REDIRECT = 'https://app.example.org/signed-in';

let t: TestApp;
let person: Person;
let clientId: string;
beforeAll(async () => {
  t = await startAtItsAddress();
  person = await aPersonWithPassword(t);
  const application = { name: 'Web App', redirectUris: [REDIRECT] };
  ({ clientId } = await t.app.get(ApplicationsService).createPublic(application));
});
afterAll(() => t.close());

let wire: Wire;
let store: MemoryStore<PublicTokens>;
let begun: MemoryStore<BegunSignIn>;
beforeEach(() => {
  [wire, store, begun] = [new Wire(t), new MemoryStore(), new MemoryStore()];
});

/** As another window of the app has them, with the same stores. */
const aWindow = (more: Partial<PublicClient> = {}): PublicClientTokens =>
  new PublicClientTokens({
    ...{ siteUrl: `${t.url}/`, clientId, redirectUri: REDIRECT, store, begun, fetch: wire.fetch },
    ...more,
  });

/** What the browser comes back to. */
async function comeBack(address: string): Promise<string> {
  const browser = new SigningBrowser(t.url);
  await browser.open(address);
  return (await browser.submit('/password', { email: person.email, password: PASSWORD })).url.href;
}

async function signedIn(more: Partial<PublicClient> = {}): Promise<PublicClientTokens> {
  const tokens = aWindow(more);
  await tokens.complete(await comeBack(await tokens.begin()));
  wire.forget();
  return tokens;
}

const clientWith = (tokens: PublicClientTokens) =>
  createDirectoryClient({ siteUrl: t.url, tokens, fetch: wire.fetch });
const accessTokenExpires = (): void => t.clock.advance(901_000);
const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'nothing',
    (error: unknown) => error,
  );

describe('signing in', () => {
  it('refuses an answer with another state, without one, of another issuer, or that nobody has asked for', async () => {
    const tokens = aWindow();
    const changes: ((answer: URL) => void)[] = [
      ({ searchParams }) => searchParams.set('state', 'another'),
      ({ searchParams }) => searchParams.delete('state'),
      ({ searchParams }) => searchParams.set('iss', 'https://another.example.org'),
      ({ searchParams }) => searchParams.delete('iss'),
    ];
    for (const change of changes) {
      const answer = new URL(await comeBack(await tokens.begin()));
      change(answer);
      expect(await thrownBy(tokens.complete(answer.href))).toMatchObject({ code: 'wrong_answer' });
    }
    expect(await thrownBy(tokens.complete(`${REDIRECT}?code=a`))).toMatchObject({ code: 'wrong_answer' });
    expect(wire.to('/oauth/token')).toEqual([]);
    expect(await tokens.current()).toBeNull();
  }, 30_000);

  it('refuses the same answer a second time', async () => {
    const tokens = aWindow();
    const answer = await comeBack(await tokens.begin());
    await tokens.complete(answer);
    expect(await thrownBy(tokens.complete(answer))).toMatchObject({ code: 'wrong_answer' });
  });

  it('refuses an ID token that answers another question', async () => {
    const tokens = aWindow();
    const answer = await comeBack(await tokens.begin());
    await begun.save({ ...(await begun.load())!, nonce: 'another' });
    expect(await thrownBy(tokens.complete(answer))).toMatchObject({ code: 'wrong_answer' });
    expect(await store.load()).toBeNull();
  });

  it('refuses a service that speaks for another one', async () => {
    const tokens = aWindow({ siteUrl: t.url.replace('127.0.0.1', 'localhost') });
    expect(await thrownBy(tokens.begin())).toMatchObject({ code: 'wrong_answer' });
  });

  it('says after how many seconds to try again', async () => {
    const tokens = aWindow();
    const answer = await comeBack(await tokens.begin());
    wire.forged = ({ path }) =>
      path === '/oauth/token'
        ? new Response(null, { status: 429, headers: { 'retry-after': '9' } })
        : undefined;
    expect(await thrownBy(tokens.complete(answer))).toMatchObject({ status: 429, retryAfter: 9 });
  });

  it('fails before anything is asked where browsers have no crypto.subtle', async () => {
    const whole = jest.spyOn(globalThis, 'crypto', 'get').mockReturnValue({} as typeof crypto);
    const refused = await thrownBy(aWindow().begin());
    whole.mockRestore();
    expect(refused).toMatchObject({ code: 'insecure_context', message: expect.stringContaining('https://') });
    expect(wire.sent).toEqual([]);
  });

  it('tells what the service has refused', async () => {
    const tokens = aWindow();
    const browser = new SigningBrowser(t.url);
    const { url } = await browser.open(await tokens.begin({ prompt: 'none' }));
    expect(await thrownBy(tokens.complete(url.href))).toMatchObject({ code: 'login_required', status: null });
  });

  it('says who has signed in, and calls the API as that person', async () => {
    const tokens = aWindow();
    const address = await tokens.begin({ loginHint: person.email, uiLocales: 'es' });
    const browser = new SigningBrowser(t.url);
    const { html } = await browser.open(address);
    expect(html).toContain('lang="es"');
    expect(html).toContain(`value="${person.email}"`);
    const { url } = await browser.submit('/password', { email: person.email, password: PASSWORD });
    expect(await tokens.complete(url.href)).toEqual({ sub: person.userId, email: person.email });
    expect((await clientWith(tokens).GET('/me')).data.user.email).toBe(person.email);
    expect(wire.sent.map(({ path }) => path)).toEqual([
      '/.well-known/openid-configuration',
      '/oauth/token',
      '/me',
    ]);
  });

  it('works without a word about the person, where none is asked for', async () => {
    const tokens = aWindow({ scope: 'offline_access' });
    expect(await tokens.complete(await comeBack(await tokens.begin()))).toBeNull();
    expect((await clientWith(tokens).GET('/me')).response.status).toBe(200);
  });
});

describe('renewing', () => {
  it('happens once for requests that were refused at the same time, and in two windows', async () => {
    const [one, other] = [await signedIn(), aWindow()];
    accessTokenExpires();
    const clients = [one, other].map(clientWith);
    await Promise.all(clients.flatMap((client) => [client.GET('/me'), client.GET('/me'), client.GET('/me')]));
    expect(wire.to('/oauth/token')).toHaveLength(1);
  });

  it('asks for the same tokens again when the answer is lost', async () => {
    const tokens = await signedIn();
    accessTokenExpires();
    wire.hold = ({ path }) => {
      wire.losing = path === '/oauth/token' && wire.to(path).length === 1 ? 1 : 0;
      return undefined;
    };
    expect((await clientWith(tokens).GET('/me')).response.status).toBe(200);
    expect(wire.log).toEqual([
      'GET /me 401',
      'POST /oauth/token lost',
      'POST /oauth/token 200',
      'GET /me 200',
    ]);
    accessTokenExpires();
    wire.hold = undefined;
    expect((await clientWith(tokens).GET('/me')).response.status).toBe(200);
  });

  it('keeps the tokens when the service cannot be reached, and forgets them when the session has ended', async () => {
    let ended = 0;
    const tokens = await signedIn({ onSessionEnded: () => (ended += 1) });
    accessTokenExpires();
    wire.forged = ({ path }) =>
      path === '/oauth/token' ? new Response('<h1>Bad gateway</h1>', { status: 502 }) : undefined;
    expect(await thrownBy(clientWith(tokens).GET('/me'))).toMatchObject({
      code: 'wrong_answer',
      status: 502,
    });
    expect([await store.load(), ended]).toEqual([expect.anything(), 0]);
    wire.forged = undefined;
    await t.dataSource.query('update user_sessions set revoked_at = now() where user_id = $1', [
      person.userId,
    ]);
    const client = clientWith(tokens);
    await Promise.allSettled([client.GET('/me'), client.GET('/me')]);
    expect(await thrownBy(client.GET('/me'))).toMatchObject({ status: 401 });
    expect([await store.load(), ended]).toEqual([null, 1]);
  });

  it('fails untried without a refresh token, and the session has ended', async () => {
    let ended = 0;
    const tokens = await signedIn({ scope: 'openid', onSessionEnded: () => (ended += 1) });
    accessTokenExpires();
    expect(await thrownBy(clientWith(tokens).GET('/me'))).toMatchObject({ status: 401 });
    expect(wire.log).toEqual(['GET /me 401']);
    expect(ended).toBe(1);
  });
});

describe('signing out', () => {
  it.each(['openid offline_access', 'openid'])(
    'ends the session and forgets the tokens, with the scopes %s',
    async (scope) => {
      const tokens = await signedIn({ scope });
      const accessToken = await tokens.current();
      await tokens.signOut();
      expect(await store.load()).toBeNull();
      expect((await t.api.get('/me', { token: accessToken! })).status).toBe(401);
      await expect(tokens.signOut()).resolves.toBeUndefined();
    },
  );

  it('forgets them even when the service cannot be told', async () => {
    const tokens = await signedIn();
    wire.losing = 2;
    await expect(tokens.signOut()).rejects.toThrow('fetch failed');
    expect(await store.load()).toBeNull();
  });

  it('holds against a renewal of another window', async () => {
    const tokens = await signedIn();
    accessTokenExpires();
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    wire.hold = ({ path }) => (path === '/oauth/token' ? held : undefined);
    const request = thrownBy(clientWith(tokens).GET('/me'));
    while (wire.to('/oauth/token').length === 0) await new Promise(setImmediate);
    await aWindow().signOut();
    letGo();
    await request;
    expect(await store.load()).toBeNull();
  });

  it('leads out of the browser, and back to the app', async () => {
    const tokens = aWindow();
    const browser = new SigningBrowser(t.url);
    await browser.open(await tokens.begin());
    await browser.submit('/password', { email: person.email, password: PASSWORD });
    await browser.open(await tokens.signOutAddress());
    const { url } = await browser.submit('/oauth/sign-out/confirm', { logout: 'yes' });
    expect(url.href).toBe(REDIRECT);
    expect((await browser.open(await tokens.begin())).html).toContain('type="password"');
  });
});

it('never puts a token into an address', async () => {
  const tokens = await signedIn();
  const before = (await store.load())!;
  accessTokenExpires();
  await clientWith(tokens).GET('/me');
  const after = (await store.load())!;
  const addresses = [...wire.sent.map(({ url }) => url), await tokens.signOutAddress(), await tokens.begin()];
  await tokens.signOut();
  for (const token of [before.accessToken, before.refreshToken, after.accessToken, after.refreshToken])
    expect(addresses.join()).not.toContain(token);
});
