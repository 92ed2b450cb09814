import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { generateSync } from 'otplib';
import {
  ApplicationTokens,
  createDirectoryClient,
  MemoryTokenStore,
  type AskForCode,
  type DirectoryClient,
  type Tokens,
} from '../../clients/typescript/src/directory-client.js';
import {
  anApplication,
  aPersonWithPassword,
  aPersonWithTwoStep,
  PASSWORD,
  type TestApplication,
} from '../support/an-application.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { Wire } from './wire.js';

let t: TestApp;
let application: TestApplication;
let wire: Wire;
let store: MemoryTokenStore;
let tokens: ApplicationTokens;

beforeAll(async () => {
  t = await startTestApp();
  application = await anApplication(t);
});
afterAll(() => t.close());
beforeEach(() => {
  wire = new Wire(t);
  store = new MemoryTokenStore();
  const { clientId, clientSecret } = application;
  tokens = new ApplicationTokens({ siteUrl: t.url, clientId, clientSecret, store, fetch: wire.fetch });
});

const aClient = (askForCode?: AskForCode, source: Tokens = tokens): DirectoryClient =>
  createDirectoryClient({
    siteUrl: t.url,
    tokens: source,
    fetch: wire.fetch,
    ...(askForCode && { askForCode }),
  });

const signedIn = async (): Promise<DirectoryClient> => {
  await tokens.signIn((await aPersonWithPassword(t)).email, PASSWORD);
  wire.forget();
  return aClient();
};

const accessTokenExpires = () => t.clock.advance(901_000);

describe('a client that is refused as not authenticated', () => {
  it('sends nothing secret and throws before sign-in', async () => {
    await expect(aClient().GET('/me')).rejects.toMatchObject({ status: 401, code: 'not_authenticated' });
    expect(wire.log).toEqual(['GET /me 401']);
    expect(wire.sent[0]?.headers.has('authorization')).toBe(false);
  });

  it('renews its token and asks once more', async () => {
    const client = await signedIn();
    accessTokenExpires();
    expect((await client.GET('/me')).data.memberships).toEqual([]);
    expect(wire.log).toEqual(['GET /me 401', 'POST /auth/token 200', 'GET /me 200']);
    expect((await client.GET('/me')).response.status).toBe(200);
    expect(wire.log).toHaveLength(4);
  });

  it('renews once for requests that were refused at the same time', async () => {
    const client = await signedIn();
    accessTokenExpires();
    await Promise.all(Array.from({ length: 8 }, () => client.GET('/me')));
    expect(wire.to('/auth/token')).toHaveLength(1);
    expect(wire.to('/me').map(({ status }) => status)).toEqual([
      ...Array<number>(8).fill(401),
      ...Array<number>(8).fill(200),
    ]);
  });

  it('does not renew again for one whose refusal arrives after the renewal', async () => {
    const client = await signedIn();
    accessTokenExpires();
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    wire.hold = ({ path }) => (path === '/me/outstanding' && wire.to(path).length === 1 ? held : undefined);
    const late = client.GET('/me/outstanding');
    await client.GET('/me');
    letGo();
    expect((await late).response.status).toBe(200);
    expect(wire.to('/auth/token')).toHaveLength(1);
  });

  it('renews once for two clients of one store, one after the other', async () => {
    const client = await signedIn();
    const { clientId, clientSecret } = application;
    const same = { siteUrl: t.url, clientId, clientSecret, store, fetch: wire.fetch };
    const other = aClient(undefined, new ApplicationTokens(same));
    accessTokenExpires();
    await client.GET('/me');
    await other.GET('/me');
    expect(wire.to('/auth/token')).toHaveLength(1);
  });

  it('asks once more and never a third time, however often it is given a fresh token', async () => {
    let given = 0;
    const useless: Tokens = {
      current: () => Promise.resolve('useless'),
      renew: () => Promise.resolve(`useless-${(given += 1)}`),
    };
    await expect(aClient(undefined, useless).GET('/me')).rejects.toMatchObject({ code: 'not_authenticated' });
    expect(wire.log).toEqual(['GET /me 401', 'GET /me 401']);
    expect(given).toBe(1);
  });

  it('forgets its tokens when the session has ended', async () => {
    const client = await signedIn();
    const pair = await store.load();
    await t.api.post('/auth/revoke', { token: pair?.access_token, body: {} });
    t.clock.advance(61_000);
    await expect(client.GET('/me')).rejects.toMatchObject({ status: 401 });
    expect(wire.log).toEqual(['GET /me 401', 'POST /auth/token 401']);
    expect(await store.load()).toBeNull();
  });

  it('keeps its tokens when the service cannot be reached, and goes on later', async () => {
    const client = await signedIn();
    accessTokenExpires();
    wire.forged = ({ path }) =>
      path === '/auth/token' ? new Response('<h1>Bad gateway</h1>', { status: 502 }) : undefined;
    await expect(client.GET('/me')).rejects.toMatchObject({ status: 502, code: null });
    wire.forged = undefined;
    expect((await client.GET('/me')).response.status).toBe(200);
  });

  it('asks for the same pair again when the answer of the renewal is lost', async () => {
    const client = await signedIn();
    accessTokenExpires();
    wire.hold = ({ path }) => {
      wire.losing = path === '/auth/token' && wire.to(path).length === 1 ? 1 : 0;
      return undefined;
    };
    expect((await client.GET('/me')).response.status).toBe(200);
    expect(wire.log).toEqual(['GET /me 401', 'POST /auth/token lost', 'POST /auth/token 200', 'GET /me 200']);
  });

  it('leaves alone what was sent with credentials of its own', async () => {
    const client = await signedIn();
    const headers = { authorization: 'Basic bm86Ym9keQ==' };
    const body = { grant_type: 'password', email: 'a@example.org', password: 'x' } as const;
    await expect(client.POST('/auth/token', { headers, body })).rejects.toMatchObject({ status: 401 });
    expect(wire.log).toEqual(['POST /auth/token 401']);
  });
});

describe('a client whose user has two-step verification', () => {
  const begin = async () => {
    const person = await aPersonWithTwoStep(t);
    await tokens.signIn(person.email, PASSWORD);
    wire.forget();
    const asked: string[] = [];
    const answerWith =
      (code: () => string | null): AskForCode =>
      ({ method }) => {
        asked.push(method);
        return Promise.resolve(code());
      };
    const right = () => generateSync({ secret: person.totpSecret, epoch: t.clock.now().getTime() / 1000 });
    return { asked, answerWith, right };
  };

  it('is told mfa_required when there is nobody to ask, or nobody answers', async () => {
    const { answerWith, asked } = await begin();
    const refused = { status: 401, code: 'mfa_required' };
    await expect(aClient().GET('/me')).rejects.toMatchObject(refused);
    await expect(aClient(answerWith(() => null)).GET('/me')).rejects.toMatchObject(refused);
    expect(asked).toEqual(['totp']);
  });

  it('is told of a wrong code, which is not asked for again by itself', async () => {
    const { answerWith, asked } = await begin();
    const refused = { status: 400, reason: 'invalid_code' };
    await expect(aClient(answerWith(() => '000000')).GET('/me')).rejects.toMatchObject(refused);
    expect(asked).toHaveLength(1);
  });

  it('asks for the code, completes the second step and asks once more', async () => {
    const { answerWith, right } = await begin();
    const before = await store.load();
    expect((await aClient(answerWith(right)).GET('/me')).data.user.two_step_enabled).toBe(true);
    expect(wire.log).toEqual([
      'GET /me 401',
      'POST /auth/two-step/challenge 200',
      'POST /auth/two-step/verify 200',
      'GET /me 200',
    ]);
    expect((await store.load())?.refresh_token).not.toBe(before?.refresh_token);
  });

  it('asks once for requests that wait at the same time, and for one that comes back late', async () => {
    const { answerWith, asked, right } = await begin();
    const client = aClient(answerWith(right));
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    wire.hold = ({ path }) => (path === '/me/outstanding' && wire.to(path).length === 1 ? held : undefined);
    const late = client.GET('/me/outstanding');
    await Promise.all([client.GET('/me'), client.GET('/me'), client.GET('/me')]);
    letGo();
    expect((await late).response.status).toBe(200);
    expect(asked).toHaveLength(1);
  });

  it('renews first and asks for the code then, when both are missing', async () => {
    const { answerWith, right } = await begin();
    accessTokenExpires();
    expect((await aClient(answerWith(right)).GET('/me')).response.status).toBe(200);
    expect(wire.to('/me').map(({ status }) => status)).toEqual([401, 401, 200]);
  });
});

describe('signing out', () => {
  it('ends the session and forgets the tokens', async () => {
    const client = await signedIn();
    const pair = await store.load();
    await tokens.signOut();
    expect(await store.load()).toBeNull();
    expect((await application.renew(pair?.refresh_token ?? '')).status).toBe(401);
    await expect(client.GET('/me')).rejects.toMatchObject({ status: 401 });
    await expect(tokens.signOut()).resolves.toBeUndefined();
  });

  it('ends the session when the access token has expired', async () => {
    await signedIn();
    const pair = await store.load();
    accessTokenExpires();
    await tokens.signOut();
    expect(await store.load()).toBeNull();
    t.clock.advance(61_000);
    expect((await application.renew(pair?.refresh_token ?? '')).status).toBe(401);
    expect(wire.log).toEqual(['POST /auth/revoke 401', 'POST /auth/token 200', 'POST /auth/revoke 204']);
  });

  it('forgets them even when the service cannot be told', async () => {
    await signedIn();
    wire.losing = 2;
    await expect(tokens.signOut()).rejects.toThrow('fetch failed');
    expect(await store.load()).toBeNull();
  });

  it('is not undone by a renewal that is under way', async () => {
    const client = await signedIn();
    accessTokenExpires();
    const request = client.GET('/me').catch((error: unknown) => error);
    while (wire.to('/auth/token').length === 0) await new Promise(setImmediate);
    await tokens.signOut();
    await request;
    expect(await store.load()).toBeNull();
  });
});

it('never puts a token or a secret into an address', async () => {
  const client = await signedIn();
  accessTokenExpires();
  const before = await store.load();
  await client.GET('/me');
  const after = await store.load();
  await tokens.signOut();
  const secrets = [before, after].flatMap((pair) => [pair?.access_token, pair?.refresh_token]);
  for (const { url } of wire.sent)
    for (const secret of [...secrets, application.clientSecret]) expect(url).not.toContain(secret);
});
