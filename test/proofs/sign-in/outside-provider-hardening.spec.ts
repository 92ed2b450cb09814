import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SignJWT, type JWTPayload } from 'jose';
import { UsersService } from '../../../src/features/account/users.service.js';
import { anApplication, aPersonWithPassword } from '../../support/application.factory.js';
import { ApiStub } from '../../support/stubs/api-stub.js';
import { aPerson } from '../../support/school.factory.js';
import { AUDIENCE } from '../../support/stubs/outside-provider.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { encoded, headerOf, signingKeyOf } from '../../support/tokens.js';

/* The provider signs whatever the test wants. */

const HOUR = 3600;
let t: TestApp;
let stub: ApiStub;
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });

beforeAll(async () => {
  stub = await ApiStub.start();
  stub.answers(
    JSON.stringify({ keys: [{ ...pair.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'ES256' }] }),
  );
  const outsideIssuer = { issuer: stub.url, audience: AUDIENCE, jwksUrl: `${stub.url}/keys` };
  t = await startTestApp({ upstreamTimeoutMs: 10_000, outsideIssuer });
});
afterAll(async () => {
  await t.close();
  await stub.close();
});

const verified = (email: string) => ({ email, email_verified: true });
const me = async (token: string): Promise<number> => (await t.api.get('/me', { token })).status;
const anEmail = (): string => `${randomUUID()}@example.org`;

/** A token of the provider. */
function signed(claims: JWTPayload = {}, header: object = {}, times: { iat?: number; exp?: number } = {}) {
  const now = Math.floor(t.clock.now().getTime() / 1000);
  const all = {
    iss: stub.url,
    aud: AUDIENCE,
    sub: typeof claims['email'] === 'string' ? claims['email'] : 'ada',
    ...verified('ada@example.org'),
  };
  return new SignJWT({ ...all, iat: now, exp: now + HOUR, ...times, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'one', typ: 'at+jwt', ...header })
    .sign(pair.privateKey, { crit: { 'urn:example': true } });
}

describe('The check of a wrong token', () => {
  it.each(['nonce', 'at_hash', 'c_hash', 's_hash'])('refuses an ID token by its %s', async (claim) => {
    expect(await me(await signed({ [claim]: 'x' }, { typ: 'JWT' }))).toBe(401);
    expect(await me(await signed({ [claim]: 'x' }))).toBe(401);
  });

  it.each([{ typ: 'ID' }, { token_use: 'id' }])(
    'refuses one that says it is an ID token: %j',
    async (claims) => {
      expect(await me(await signed(claims, { typ: 'JWT' }))).toBe(401);
    },
  );

  it.each([
    {},
    {
      auth_time: 1,
      acr: '1',
      amr: ['pwd'],
      azp: 'app',
      jti: 'x',
      sid: 'y',
      name: 'Ada',
      preferred_username: 'ada',
    },
  ])(
    'refuses one that has the claims of an ID token and does not say that it is none: %j',
    async (claims) => {
      for (const typ of ['JWT', undefined]) expect(await me(await signed(claims, { typ }))).toBe(401);
    },
  );

  it.each(['at+jwt', 'JWT'])('refuses one that tells of an event (%s)', async (typ) => {
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    expect(await me(await signed({ events, scope: 'directory' }, { typ }))).toBe(401);
  });

  it.each(['', ' ', '\t\n'])('refuses one without a subject: %j', async (sub) => {
    expect(await me(await signed({ sub, ...verified(anEmail()) }))).toBe(401);
  });

  it.each(['\u200b', '\u200d', '\u00ad', '\u2060', '\ufeff', '\u202e', '\u3164', '\u2800', '\u{e0061}'])(
    'refuses one with an address that has what nobody sees (%j)',
    async (hidden) => {
      const email = anEmail();
      for (const at of [
        `${hidden}${email}`,
        email.replace('@', `${hidden}@`),
        email.replace('.', `${hidden}.`),
      ])
        expect(await me(await signed({ sub: anEmail(), email: at, email_verified: true }))).toBe(401);
    },
  );

  it.each(['logout+jwt', 'dpop+jwt', 'secevent+jwt', 'id_token+jwt', ''])(
    'refuses one of the type %j',
    async (typ) => {
      expect(await me(await signed({}, { typ }))).toBe(401);
    },
  );

  it('refuses one with an extension that has to be understood, one of our own, too', async () => {
    expect(await me(await signed({}, { crit: ['urn:example'], 'urn:example': 1 }))).toBe(401);
    const { token } = await aPerson(t);
    const own = (header: object): string => {
      const text = `${encoded({ ...headerOf(token), ...header })}.${token.split('.')[1]}`;
      const key = { key: signingKeyOf(t), dsaEncoding: 'ieee-p1363' as const };
      return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
    };
    expect(await me(own({}))).toBe(200);
    for (const crit of [['urn:example'], ['b64'], ['exp'], []])
      expect(await me(own({ crit, 'urn:example': 1, b64: true, exp: 1 }))).toBe(401);
  });

  it('refuses one that is good for longer than 24 hours, whenever it says that it was made', async () => {
    const now = Math.floor(t.clock.now().getTime() / 1000);
    for (const times of [
      { exp: now + 25 * HOUR },
      { iat: now + 20 * HOUR, exp: now + 40 * HOUR },
      { iat: now - 24 * HOUR, exp: now + HOUR },
    ])
      expect(await me(await signed({}, {}, times))).toBe(401);
    expect(await me(await signed({ iat: undefined }, {}, { exp: now + 25 * HOUR }))).toBe(401);
  });
});

describe('The check of a right token', () => {
  it.each([{ typ: 'at+jwt' }, { typ: 'application/at+jwt' }])('takes one with %j', async (header) => {
    expect(await me(await signed({}, header))).toBe(200);
  });

  it.each([
    { scope: 'directory' },
    { scp: ['directory'] },
    { client_id: 'app' },
    { cid: 'app' },
    { appid: 'app' },
    { roles: ['reader'] },
    { permissions: [] },
    { token_use: 'access' },
    { typ: 'Bearer' },
  ])('takes one with %j in the place of a type, as providers have it', async (claims) => {
    for (const typ of ['JWT', undefined]) expect(await me(await signed(claims, { typ }))).toBe(200);
  });

  it('takes one that is good for 24 hours', async () => {
    const now = Math.floor(t.clock.now().getTime() / 1000);
    expect(await me(await signed({}, {}, { exp: now + 24 * HOUR }))).toBe(200);
  });
});

describe('Signing out with a token of the outside provider', () => {
  it.each([true, false])('holds, where its email is verified: %j', async (email_verified) => {
    const email = anEmail();
    const token = await signed({ email, email_verified });
    const another = await signed({ email, email_verified, again: 1 });
    expect(await me(token)).toBe(200);
    expect((await t.api.post('/auth/revoke', { token })).status).toBe(204);
    expect(await me(token)).toBe(401);
    expect((await t.api.post('/auth/revoke', { token })).status).toBe(401);
    expect(await me(another)).toBe(200);
  });

  it('holds against another spelling of the same signature', async () => {
    const token = await signed(verified(anEmail()));
    expect(await me(token)).toBe(200);
    expect((await t.api.post('/auth/revoke', { token })).status).toBe(204);
    const [header, claims, signature = ''] = token.split('.');
    const bytes = Buffer.from(signature, 'base64url');
    const order = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');
    const s = order - BigInt(`0x${bytes.subarray(32).toString('hex')}`);
    const mirrored = Buffer.concat([
      bytes.subarray(0, 32),
      Buffer.from(s.toString(16).padStart(64, '0'), 'hex'),
    ]);
    expect(await me(`${header}.${claims}.${mirrored.toString('base64url')}`)).toBe(401);
  });

  it('keeps nothing of the token but a digest', async () => {
    const rows = await t.dataSource.query<{ digest: string }[]>('select digest from ended_tokens');
    for (const { digest } of rows) expect(digest).toMatch(/^[\w-]{43}$/);
  });
});

describe('An account is bound to the subject that signs in first', () => {
  it('and refused to another one with the same email, until the operator lets it go', async () => {
    const email = anEmail();
    const person = await aPerson(t);
    await t.dataSource.query('update users set email = $2 where id = $1', [person.userId, email]);
    const first = await signed(verified(email));
    const second = await signed({ ...verified(email), sub: 'another' });
    expect(await me(first)).toBe(200);
    expect(await me(second)).toBe(401);
    expect(await me(first)).toBe(200);
    await t.app.get(UsersService).rebind(email);
    const answer = await t.api.get('/me', { token: second });
    expect(answer.body.user.id).toBe(person.userId);
    expect(await me(first)).toBe(401);
  });

  it('once, when two come at the same time', async () => {
    const email = anEmail();
    const tokens = [await signed(verified(email)), await signed({ ...verified(email), sub: anEmail() })];
    const statuses = await Promise.all([...tokens, ...tokens, ...tokens].map((token) => me(token)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
  });
});

describe('A subject of the provider', () => {
  const idOf = async (token: string): Promise<string> => {
    const { status, body } = await t.api.get('/me', { token });
    return status === 200 ? (body.user as { id: string }).id : String(status);
  };

  it.each<[string, () => Promise<string>]>([
    ['somebody who has an account here, and never came from there', async () => (await aPerson(t)).email],
    [
      'somebody who has come from there',
      async () => {
        const email = anEmail();
        expect(await me(await signed(verified(email)))).toBe(200);
        return email;
      },
    ],
    ['nobody', async () => anEmail()],
    ['somebody who has it as a further one', aFurtherAddress],
  ])('stays the account that it is bound to with the address of %s', async (_, addressOf) => {
    const sub = anEmail();
    const own = await idOf(await signed({ ...verified(anEmail()), sub }));
    const email = await addressOf();
    const before = await t.dataSource.query('select * from users order by id');
    for (const email_verified of [true, false])
      expect(await idOf(await signed({ email, email_verified, sub }))).toBe(own);
    expect(await t.dataSource.query('select * from users order by id')).toEqual(before);
  });

  it('stands for nobody with a further address of somebody, where it is new', async () => {
    expect(await me(await signed({ ...verified(await aFurtherAddress()), sub: anEmail() }))).toBe(401);
  });

  it('stands for one account, when it comes with two new addresses at the same time', async () => {
    const sub = anEmail();
    const tokens = await Promise.all(
      [anEmail(), anEmail()].map((email) => signed({ ...verified(email), sub })),
    );
    await Promise.all([...tokens, ...tokens, ...tokens].map(idOf));
    const [one, other] = await Promise.all(tokens.map(idOf));
    expect(one).toBe(other);
    expect(one).toHaveLength(36);
  });

  async function aFurtherAddress(): Promise<string> {
    const [{ userId }, email] = [await aPerson(t), anEmail()];
    await t.dataSource.query(
      'insert into user_addresses (email, user_id, verified_at) values ($1, $2, now())',
      [email, userId],
    );
    return email;
  }
});

describe('A spent refresh token', () => {
  it('from another application ends the session, within 30 seconds, too', async () => {
    const [app, thief] = [await anApplication(t), await anApplication(t, 'Another App')];
    const { body } = await app.signIn(await aPersonWithPassword(t));
    const renewed = (await app.renew(body.refresh_token)).body;
    expect(await me(renewed.access_token)).toBe(200);
    expect((await thief.renew(body.refresh_token)).status).toBe(401);
    expect(await me(renewed.access_token)).toBe(401);
    expect((await app.renew(renewed.refresh_token)).status).toBe(401);
  });

  it('changes nothing there when it is not spent', async () => {
    const [app, other] = [await anApplication(t), await anApplication(t, 'Another App')];
    const { body } = await app.signIn(await aPersonWithPassword(t));
    expect((await other.renew(body.refresh_token)).status).toBe(401);
    expect((await app.renew(body.refresh_token)).status).toBe(200);
  });
});
