import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHmac, createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { User } from '../../../src/features/account/user.entity.js';
import { UserSession } from '../../../src/features/account/sessions/user-session.entity.js';
import { aPerson, aSchool, type Person } from '../../support/school.factory.js';
import { expectError } from '../../support/errors.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import {
  claimsOf,
  encoded,
  headerOf,
  resigned,
  signingKeyOf,
  tokenOf,
  type Json,
} from '../../support/tokens.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ verifyKeys: publicHalf(formerKey) });
});
afterAll(() => t.close());

const formerKey = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicHalf = ({ publicKey }: typeof formerKey): string =>
  publicKey.export({ format: 'pem', type: 'spki' }).toString();
const strangeKey = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const seconds = (): number => Math.floor(t.clock.now().getTime() / 1000);

const me = (token?: string) => t.api.get('/me', { token });
const signed = async (change: { claims?: Json; header?: Json }, key = signingKeyOf(t)): Promise<string> =>
  resigned((await aPerson(t)).token, key, change);
const hmac = (header: Json, claims: Json, secret: string): string => {
  const text = `${encoded(header)}.${encoded(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
};
const ownPublicPem = (): string =>
  createPublicKey(signingKeyOf(t)).export({ format: 'pem', type: 'spki' }).toString();

describe('An access token', () => {
  it('passes when it is properly signed, also after it was taken apart', async () => {
    expect((await me(await signed({}))).status).toBe(200);
  });

  it('passes with a former key that is still accepted', async () => {
    const keys = (await (await fetch(`${t.url}/.well-known/jwks.json`)).json()) as { keys: Json[] };
    const kid = keys.keys.find((key) => key.kty === 'RSA')?.kid;
    const token = await signed({ header: { alg: 'RS256', kid } }, formerKey.privateKey);
    expect((await me(token)).status).toBe(200);
  });
});

describe('A forged signature is refused', () => {
  it('alg none', async () => {
    const { token } = await aPerson(t);
    for (const alg of ['none', 'None', 'NONE', '']) {
      const [, claims] = token.split('.');
      expectError(await me(`${encoded({ ...headerOf(token), alg })}.${claims}.`), 401, 'not_authenticated');
    }
  });

  it('HS256 with a published key as the secret', async () => {
    const { token } = await aPerson(t);
    const header = headerOf(token);
    const pem = ownPublicPem();
    for (const secret of [pem, pem.trim(), '', String(header.kid)]) {
      const forged = hmac({ ...header, alg: 'HS256' }, claimsOf(token), secret);
      expectError(await me(forged), 401, 'not_authenticated');
    }
  });

  it('another key under our key id', async () => {
    expectError(await me(await signed({}, strangeKey.privateKey)), 401, 'not_authenticated');
  });

  it('another key that the header brings along or points to', async () => {
    const jwk = strangeKey.publicKey.export({ format: 'jwk' });
    for (const header of [
      { jwk },
      { jwk, kid: undefined },
      { jku: `${t.url}/.well-known/jwks.json` },
      { jku: 'https://keys.example/jwks.json', kid: 'theirs' },
      { x5u: 'https://keys.example/cert.pem' },
      { kid: '../../dev/null' },
    ]) {
      expectError(await me(await signed({ header }, strangeKey.privateKey)), 401, 'not_authenticated');
    }
  });

  it.each([['unknown'], [undefined], [''], [5], [null], [['a']]])('our key under the id %s', async (kid) => {
    expectError(await me(await signed({ header: { kid } })), 401, 'not_authenticated');
  });

  it('the algorithm of another of our keys', async () => {
    const { token } = await aPerson(t);
    const header = { ...headerOf(token), alg: 'RS256' };
    const [, claims, signature] = token.split('.');
    expectError(await me(`${encoded(header)}.${claims}.${signature}`), 401, 'not_authenticated');
  });

  it('a changed claim under the old signature', async () => {
    const [mine, other] = [await aPerson(t), await aPerson(t)];
    const [header, , signature] = mine.token.split('.');
    const claims = { ...claimsOf(mine.token), sub: other.userId };
    expectError(await me(`${header}.${encoded(claims)}.${signature}`), 401, 'not_authenticated');
  });

  it.each(['JWT', 'id+jwt', 'at+JWT ', undefined])('the type %s', async (typ) => {
    expectError(await me(await signed({ header: { typ } })), 401, 'not_authenticated');
  });
});

describe('A token that says the wrong thing is refused, though properly signed', () => {
  const unset = undefined;
  it.each<[string, () => Json]>([
    ['another issuer', () => ({ iss: 'https://elsewhere.example' })],
    ['no issuer', () => ({ iss: unset })],
    ['another audience', () => ({ aud: 'urn:school-directory:other' })],
    ['no audience', () => ({ aud: unset })],
    ['expired just now', () => ({ exp: seconds() })],
    ['expired long ago', () => ({ exp: 1 })],
    ['no expiry', () => ({ exp: unset })],
    ['an expiry as text', () => ({ exp: String(seconds() + 3600) })],
    ['an expiry of null', () => ({ exp: null })],
    ['not valid yet', () => ({ nbf: seconds() + 60 })],
    ['a beginning as text', () => ({ nbf: 'today' })],
    ['no subject', () => ({ sub: unset })],
    ['a subject that is no id', () => ({ sub: 'ada' })],
    ['a subject that is a number', () => ({ sub: 5 })],
    ['an unknown subject', () => ({ sub: randomUUID() })],
    ['no session', () => ({ sid: unset })],
    ['a session that is no id', () => ({ sid: `' or true --` })],
    ['a session in a list', () => ({ sid: [randomUUID()] })],
    ['an unknown session', () => ({ sid: randomUUID() })],
  ])('%s', async (_what, claims) => {
    expectError(await me(await signed({ claims: claims() })), 401, 'not_authenticated');
  });

  it('the session of someone else', async () => {
    const other = await aPerson(t);
    const token = await signed({ claims: { sid: claimsOf(other.token).sid } });
    expectError(await me(token), 401, 'not_authenticated');
  });

  it('a claim set that is no object', async () => {
    const { token } = await aPerson(t);
    const [header, , signature] = token.split('.');
    for (const claims of ['null', '5', '"ada"', '[]', '{']) {
      const forged = `${header}.${Buffer.from(claims).toString('base64url')}.${signature}`;
      expectError(await me(forged), 401, 'not_authenticated');
    }
  });
});

describe('A session that has ended', () => {
  const sessionOf = ({ token }: Person) => ({ id: String(claimsOf(token).sid) });
  /** Someone whose token was taken before: what is remembered of it must not outlive the session. */
  async function aPersonAtWork(): Promise<Person> {
    const person = await aPerson(t);
    expect((await me(person.token)).status).toBe(200);
    return person;
  }

  it('by the expiry of its token', async () => {
    const person = await aPerson(t);
    const token = await tokenOf(t, person, { ttl: 60 });
    t.clock.advance(55_000);
    expect((await me(token)).status).toBe(200);
    t.clock.advance(6_000);
    expectError(await me(token), 401, 'not_authenticated');
  });

  it('by being revoked, and only that one', async () => {
    const person = await aPersonAtWork();
    const other = await tokenOf(t, person);
    await t.dataSource.manager.update(UserSession, sessionOf(person), { revokedAt: new Date() });
    expectError(await me(person.token), 401, 'not_authenticated');
    expect((await me(other)).status).toBe(200);
  });

  it('by the expiry of its row, whatever the token says', async () => {
    const person = await aPersonAtWork();
    const expiresAt = t.clock.now();
    await t.dataSource.manager.update(UserSession, sessionOf(person), { expiresAt });
    t.clock.stopAt(expiresAt.toISOString());
    const answer = await me(person.token);
    t.clock.moveTo(new Date().toISOString());
    expectError(answer, 401, 'not_authenticated');
  });

  it('by the removal of the person', async () => {
    const person = await aPersonAtWork();
    await (await aSchool(t)).parent({}, person);
    await t.dataSource.manager.delete(User, { id: person.userId });
    expectError(await me(person.token), 401, 'not_authenticated');
  });

  it('asks for the second step until it is done, and then goes on with the same token', async () => {
    const person = await aPersonAtWork();
    await t.dataSource.manager.update(UserSession, sessionOf(person), { secondStepPending: true });
    expectError(await me(person.token), 401, 'mfa_required');
    await t.dataSource.manager.update(UserSession, sessionOf(person), { secondStepPending: false });
    expect((await me(person.token)).status).toBe(200);
  });
});
