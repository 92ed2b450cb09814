import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { DataKeys, UnopenableSecretError } from './data-keys.js';
import { NO_SIGNING_KEYS, readSigningKeys, type SigningKeys } from './signing-keys.js';

const [first, second] = [1, 2].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer];

let signing: SigningKeys;
const keys = (...dataKeys: Buffer[]): DataKeys => new DataKeys({ dataKeys }, signing);

beforeAll(async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  signing = await readSigningKeys(privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(), null);
});

describe('Data keys', () => {
  it.each([
    ['another key', () => keys(second).open('totp', keys(first).seal('totp', 'a secret'))],
    ['another purpose', () => keys(first).open('webhook', keys(first).seal('totp', 'a secret'))],
    ['an altered box', () => keys(first).open('totp', `${keys(first).seal('totp', 'a secret')}AAAA`)],
    ['what was never sealed', () => keys(first).open('totp', 'a secret')],
  ])('refuse to open by %s', (_, open) => {
    expect(open).toThrow(UnopenableSecretError);
  });

  it('ask a command without the signing key for it, not for another setting', () => {
    const none = new DataKeys({ dataKeys: [] }, NO_SIGNING_KEYS);
    expect(() => none.seal('totp', 'a secret')).toThrow(/AUTH_SIGNING_KEY/);
  });

  it('seal the same text in another way each time, and open it', () => {
    const [one, two] = [keys(first).seal('totp', 'a secret'), keys(first).seal('totp', 'a secret')];
    expect(one).not.toBe(two);
    expect(one).not.toContain('secret');
    expect(keys(first).open('totp', one)).toBe('a secret');
  });

  it('open what the one before has sealed, and what the derived one has', () => {
    const [before, derived] = [keys(first).seal('totp', 'a secret'), keys().seal('totp', 'a secret')];
    const now = keys(second, first);
    expect([before, derived].map((sealed) => now.open('totp', sealed))).toEqual(['a secret', 'a secret']);
    expect([before, derived].map((sealed) => now.isCurrent(sealed))).toEqual([false, false]);
    expect(now.isCurrent(now.seal('totp', 'a secret'))).toBe(true);
  });

  it('make the same digest of the same text, and others for other keys and purposes', () => {
    const digest = keys(first).digest('source', '192.0.2.1');
    expect(keys(first).digest('source', '192.0.2.1')).toBe(digest);
    expect(keys(second).digest('source', '192.0.2.1')).not.toBe(digest);
    expect(keys(first).digest('account', '192.0.2.1')).not.toBe(digest);
  });
});

describe('canSeal', () => {
  it('returns true with a key, and false with what is none, such as one that was sent as JSON', () => {
    expect(keys(randomBytes(32)).canSeal()).toBe(true);
    const asJson = JSON.parse(JSON.stringify(randomBytes(32))) as Buffer;
    expect(keys(asJson).canSeal()).toBe(false);
  });
});
