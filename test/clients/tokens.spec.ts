import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DirectoryClient, Tokens } from '../../clients/typescript/src/directory-client.js';
import { aPersonWithPassword, PASSWORD } from '../support/application.factory.js';
import { WiredApplication } from './wired-application.js';

let app: WiredApplication;
beforeAll(async () => (app = await WiredApplication.start()));
afterAll(() => app.t.close());
beforeEach(() => app.reset());

const signedIn = async (): Promise<DirectoryClient> => {
  await app.tokens.signIn((await aPersonWithPassword(app.t)).email, PASSWORD);
  app.wire.forget();
  return app.client();
};

describe('signing in', () => {
  it('happens once when its answer is lost, since each is a session', async () => {
    const { email } = await aPersonWithPassword(app.t);
    app.wire.losing = 1;
    await expect(app.tokens.signIn(email, PASSWORD)).rejects.toThrow('fetch failed');
    expect(app.wire.log).toEqual(['POST /auth/token lost']);
    expect(await app.store.load()).toBeNull();
  });
});

describe('a client that is refused as not authenticated', () => {
  it('sends nothing secret and throws before sign-in', async () => {
    await expect(app.client().GET('/me')).rejects.toMatchObject({ status: 401, code: 'not_authenticated' });
    expect(app.wire.log).toEqual(['GET /me 401']);
    expect(app.wire.sent[0]?.headers.has('authorization')).toBe(false);
  });

  it('renews its token and asks once more', async () => {
    const client = await signedIn();
    app.accessTokenExpires();
    expect((await client.GET('/me')).data.memberships).toEqual([]);
    expect(app.wire.log).toEqual(['GET /me 401', 'POST /auth/token 200', 'GET /me 200']);
    expect((await client.GET('/me')).response.status).toBe(200);
    expect(app.wire.log).toHaveLength(4);
  });

  it('renews once for requests that were refused at the same time', async () => {
    const client = await signedIn();
    app.accessTokenExpires();
    await Promise.all(Array.from({ length: 8 }, () => client.GET('/me')));
    expect(app.wire.to('/auth/token')).toHaveLength(1);
    expect(app.wire.to('/me').map(({ status }) => status)).toEqual([
      ...Array<number>(8).fill(401),
      ...Array<number>(8).fill(200),
    ]);
  });

  it('renews once for one whose refusal arrives after the renewal', async () => {
    const client = await signedIn();
    app.accessTokenExpires();
    const letGo = app.holdFirst('/me/outstanding');
    const late = client.GET('/me/outstanding');
    await client.GET('/me');
    letGo();
    expect((await late).response.status).toBe(200);
    expect(app.wire.to('/auth/token')).toHaveLength(1);
  });

  it('renews once for two clients of one store, one after the other', async () => {
    const client = await signedIn();
    const other = app.client(undefined, app.otherTokens());
    app.accessTokenExpires();
    await client.GET('/me');
    await other.GET('/me');
    expect(app.wire.to('/auth/token')).toHaveLength(1);
  });

  it('asks once more and never a third time, however often it is given a fresh token', async () => {
    let given = 0;
    const useless: Tokens = {
      current: () => Promise.resolve('useless'),
      renew: () => Promise.resolve(`useless-${(given += 1)}`),
    };
    await expect(app.client(undefined, useless).GET('/me')).rejects.toMatchObject({
      code: 'not_authenticated',
    });
    expect(app.wire.log).toEqual(['GET /me 401', 'GET /me 401']);
    expect(given).toBe(1);
  });

  it('forgets its tokens when the session has ended', async () => {
    const client = await signedIn();
    const pair = await app.store.load();
    await app.t.api.post('/auth/revoke', { token: pair?.access_token, body: {} });
    app.t.clock.advance(61_000);
    await expect(client.GET('/me')).rejects.toMatchObject({ status: 401 });
    expect(app.wire.log).toEqual(['GET /me 401', 'POST /auth/token 401']);
    expect(await app.store.load()).toBeNull();
  });

  it('tells once, and nobody who has signed out, that the session has ended', async () => {
    let ended = 0;
    app.tokens = app.otherTokens({ onSessionEnded: () => (ended += 1) });
    const other = app.otherTokens({ onSessionEnded: () => (ended += 10) });
    const client = await signedIn();
    await other.current();
    const pair = await app.store.load();
    await app.t.api.post('/auth/revoke', { token: pair?.access_token, body: {} });
    app.t.clock.advance(61_000);
    await Promise.allSettled(Array.from({ length: 4 }, () => client.GET('/me')));
    expect(ended).toBe(1);
    await client.GET('/me').catch(() => null);
    expect(ended).toBe(1);
    await other.renew(pair!.access_token);
    expect(ended).toBe(11);
    await signedIn();
    await app.tokens.signOut();
    await client.GET('/me').catch(() => null);
    expect(ended).toBe(11);
  });

  it('keeps its tokens when the service cannot be reached, and goes on later', async () => {
    const client = await signedIn();
    app.accessTokenExpires();
    app.wire.forged = ({ path }) =>
      path === '/auth/token' ? new Response('<h1>Bad gateway</h1>', { status: 502 }) : undefined;
    await expect(client.GET('/me')).rejects.toMatchObject({ status: 502, code: null });
    app.wire.forged = undefined;
    expect((await client.GET('/me')).response.status).toBe(200);
  });

  it('asks for the same pair again when the answer of the renewal is lost', async () => {
    const client = await signedIn();
    app.accessTokenExpires();
    app.wire.hold = ({ path }) => {
      app.wire.losing = path === '/auth/token' && app.wire.to(path).length === 1 ? 1 : 0;
      return undefined;
    };
    expect((await client.GET('/me')).response.status).toBe(200);
    expect(app.wire.log).toEqual([
      'GET /me 401',
      'POST /auth/token lost',
      'POST /auth/token 200',
      'GET /me 200',
    ]);
  });

  it('leaves alone what was sent with credentials of its own', async () => {
    const client = await signedIn();
    const headers = { authorization: 'Basic bm86Ym9keQ==' };
    const body = { grant_type: 'password', email: 'a@example.org', password: 'x' } as const;
    await expect(client.POST('/auth/token', { headers, body })).rejects.toMatchObject({ status: 401 });
    expect(app.wire.log).toEqual(['POST /auth/token 401']);
  });
});

describe('signing out', () => {
  it('ends the session and forgets the tokens', async () => {
    const client = await signedIn();
    const pair = await app.store.load();
    await app.tokens.signOut();
    expect(await app.store.load()).toBeNull();
    expect((await app.application.renew(pair?.refresh_token ?? '')).status).toBe(401);
    await expect(client.GET('/me')).rejects.toMatchObject({ status: 401 });
    await expect(app.tokens.signOut()).resolves.toBeUndefined();
  });

  it('ends the session when the access token has expired', async () => {
    await signedIn();
    const pair = await app.store.load();
    app.accessTokenExpires();
    await app.tokens.signOut();
    expect(await app.store.load()).toBeNull();
    app.t.clock.advance(61_000);
    expect((await app.application.renew(pair?.refresh_token ?? '')).status).toBe(401);
    expect(app.wire.log).toEqual(['POST /auth/revoke 401', 'POST /auth/token 200', 'POST /auth/revoke 204']);
  });

  it('forgets them even when the service cannot be told', async () => {
    await signedIn();
    app.wire.losing = 2;
    await expect(app.tokens.signOut()).rejects.toThrow('fetch failed');
    expect(await app.store.load()).toBeNull();
  });

  it('holds against a renewal that is under way', async () => {
    const client = await signedIn();
    app.accessTokenExpires();
    const request = client.GET('/me').catch((error: unknown) => error);
    while (app.wire.to('/auth/token').length === 0) await new Promise(setImmediate);
    await app.tokens.signOut();
    await request;
    expect(await app.store.load()).toBeNull();
  });

  it('holds against a renewal of another window with the same store', async () => {
    const client = await signedIn();
    app.accessTokenExpires();
    const letGo = app.holdFirst('/auth/token');
    const request = client.GET('/me').catch((error: unknown) => error);
    while (app.wire.to('/auth/token').length === 0) await new Promise(setImmediate);
    await app.otherTokens().signOut();
    letGo();
    await request;
    expect(await app.store.load()).toBeNull();
  });
});

it('never puts a token or a secret into an address', async () => {
  const client = await signedIn();
  app.accessTokenExpires();
  const before = await app.store.load();
  await client.GET('/me');
  const after = await app.store.load();
  await app.tokens.signOut();
  const secrets = [before, after].flatMap((pair) => [pair?.access_token, pair?.refresh_token]);
  for (const { url } of app.wire.sent)
    for (const secret of [...secrets, app.application.clientSecret]) expect(url).not.toContain(secret);
});
