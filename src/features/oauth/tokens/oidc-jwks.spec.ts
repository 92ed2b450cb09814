import { generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Settings } from '../../../platform/config/settings.js';
import { ApiStub } from '../../../../test/support/stubs/api-stub.js';
import { TestClock } from '../../../../test/support/test-clock.js';
import { OidcJwks } from './oidc-jwks.js';

const rsa = (): KeyObject => generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
const ec = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
const jwkOf = (key: KeyObject, members: object): JsonWebKey => ({
  ...key.export({ format: 'jwk' }),
  ...members,
});

let stub: ApiStub;
beforeAll(async () => (stub = await ApiStub.start()));
afterAll(() => stub.close());

const published = (...keys: unknown[]): OidcJwks => {
  stub.answers(JSON.stringify({ keys }));
  const outsideIssuer = { issuer: stub.url, audience: 'directory', jwksUrl: `${stub.url}/keys` };
  return new OidcJwks({ outsideIssuer, upstreamTimeoutMs: 5_000 } as Settings, new TestClock());
};

describe('The key of an outside provider', () => {
  it('matches by its id, for every algorithm of its kind where it names none', async () => {
    const [first, second] = [rsa(), ec()];
    const keys = published(jwkOf(first, { kid: 'one' }), jwkOf(second, { kid: 'two', alg: 'ES256' }));
    for (const alg of ['RS256', 'PS512'])
      expect((await keys.find({ kid: 'one', alg }))?.equals(first)).toBe(true);
    expect((await keys.find({ kid: 'two', alg: 'ES256' }))?.equals(second)).toBe(true);
    for (const header of [
      { kid: 'one', alg: 'ES256' },
      { kid: 'two', alg: 'ES384' },
      { kid: 'two', alg: 'HS256' },
      { kid: 'two', alg: 'none' },
      { kid: 'two' },
      { kid: 'three', alg: 'ES256' },
    ])
      expect(await keys.find(header)).toBeNull();
  });

  it('matches without an id where only one fits', async () => {
    const key = ec();
    const keys = published(jwkOf(key, {}), jwkOf(rsa(), {}), jwkOf(rsa(), {}));
    expect((await keys.find({ alg: 'ES256' }))?.equals(key)).toBe(true);
    expect(await keys.find({ alg: 'RS256' })).toBeNull();
  });

  it('matches beside others that are for something else, or are no keys at all', async () => {
    const key = rsa();
    const keys = published(
      { kid: 'odd' },
      { kid: 'odd', kty: 7 },
      { kid: 'odd', kty: 'EC', crv: 'P-256', x: '!', y: '!' },
      { kid: 7, kty: 'oct', k: 'c2VjcmV0' },
      jwkOf(rsa(), { kid: 'one', use: 'enc' }),
      jwkOf(key, { kid: 'one', use: 'sig' }),
    );
    expect((await keys.find({ kid: 'one', alg: 'RS256' }))?.equals(key)).toBe(true);
    expect(await keys.find({ kid: 'odd', alg: 'ES256' })).toBeNull();
  });

  it('excludes secrets and private keys', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const keys = published(
      { kid: 'shared', kty: 'oct', k: 'c2VjcmV0' },
      { ...privateKey.export({ format: 'jwk' }), kid: 'private' },
    );
    expect(await keys.find({ kid: 'shared', alg: 'HS256' })).toBeNull();
    expect(await keys.find({ kid: 'private', alg: 'ES256' })).toBeNull();
  });

  it('comes from the provider ten times in half a minute at most, however many unknown ones come', async () => {
    const keys = published(jwkOf(ec(), { kid: 'one' }));
    for (let asked = 0; asked < 30; asked += 1) await keys.find({ kid: `unknown ${asked}`, alg: 'ES256' });
    expect(stub.requests).toHaveLength(10);
  });
});
