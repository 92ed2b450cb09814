import type { Settings } from '../config/settings.js';
import { OperatorError } from '../errors/operator.error.js';
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
} from 'node:crypto';
import { calculateJwkThumbprint, type JWK } from 'jose';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const SIGNING_KEYS = Symbol('SIGNING_KEYS');

export type SigningAlgorithm = 'ES256' | 'RS256';

/** A public key that access tokens are checked with, as it is published. */
export interface PublishedKey {
  /** RFC 7638 thumbprint. */
  kid: string;
  algorithm: SigningAlgorithm;
  publicKey: KeyObject;
  jwk: JWK;
}

/** The keys of the service's own issuer (operations section 3: AUTH_SIGNING_KEY, AUTH_VERIFY_KEYS). */
export interface SigningKeys {
  current: PublishedKey & { privateKey: KeyObject };
  /** The current key's public half, then the further accepted ones. */
  published: PublishedKey[];
}

/** A key cannot be used; the message names the variable and what it should be, never the key. */
export class SigningKeyError extends OperatorError {}

/** Keys of a command that signs nothing: using one names the setting that is missing. */
export const NO_SIGNING_KEYS: SigningKeys = {
  get current(): never {
    throw missingKey();
  },
  get published(): never {
    throw missingKey();
  },
};

const missingKey = (): SigningKeyError =>
  new SigningKeyError('AUTH_SIGNING_KEY should be the PEM of a private EC P-256 or RSA key.');

const PUBLIC_KEYS = 'public keys as PEM, one after another';

/** @throws SigningKeyError when a PEM is unreadable or of a kind that is not accepted */
export async function readSigningKeys(signingPem: string, verifyPems: string | null): Promise<SigningKeys> {
  const privateKey = attempt('AUTH_SIGNING_KEY', 'the PEM of a private EC P-256 or RSA key', () =>
    createPrivateKey(unescaped(signingPem)),
  );
  const own = await publish('AUTH_SIGNING_KEY', createPublicKey(privateKey));
  const further = await Promise.all(
    pemBlocks('AUTH_VERIFY_KEYS', unescaped(verifyPems ?? '')).map((pem) =>
      publish(
        'AUTH_VERIFY_KEYS',
        attempt('AUTH_VERIFY_KEYS', PUBLIC_KEYS, () => createPublicKey(pem)),
      ),
    ),
  );
  const others = further.filter(
    (key, index) => key.kid !== own.kid && further.findIndex((k) => k.kid === key.kid) === index,
  );
  return { current: { ...own, privateKey }, published: [own, ...others] };
}

async function publish(variable: string, key: KeyObject): Promise<PublishedKey> {
  const algorithm = algorithmOf(variable, key);
  const jwk = key.export({ format: 'jwk' }) as JWK;
  const kid = await calculateJwkThumbprint(jwk);
  return {
    kid,
    algorithm,
    publicKey: key,
    jwk: { ...jwk, kid, alg: algorithm, use: 'sig' },
  };
}

function algorithmOf(variable: string, key: KeyObject): SigningAlgorithm {
  const { namedCurve, modulusLength } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === 'ec' && namedCurve === 'prime256v1') return 'ES256';
  if (key.asymmetricKeyType === 'rsa' && (modulusLength ?? 0) >= 2048) return 'RS256';
  throw new SigningKeyError(`${variable} should be an EC P-256 key or an RSA key of 2048 bits or more.`);
}

function attempt(variable: string, expected: string, read: () => KeyObject): KeyObject {
  try {
    return read();
  } catch {
    throw new SigningKeyError(`${variable} should be ${expected}.`);
  }
}

/** A PEM in an environment file often has its line ends written as \n. */
const unescaped = (pem: string): string => pem.replaceAll('\\n', '\n');

// Bounded: 128 kB, a variable of the environment.
const PEM_BLOCK = /-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/g;

/** Nothing but whole blocks: a broken one beside a good one would be missed only when a token of it is refused. */
function pemBlocks(variable: string, text: string): string[] {
  if (text.replace(PEM_BLOCK, '').trim()) throw new SigningKeyError(`${variable} should be ${PUBLIC_KEYS}.`);
  return text.match(PEM_BLOCK) ?? [];
}

/** Those of these settings; a key is made where they say so. @throws SigningKeyError */
export async function signingKeysOf(settings: KeySettings): Promise<SigningKeys> {
  const { signingKey, makesSigningKey, dataDir, verifyKeys } = settings;
  const pem = signingKey ?? (makesSigningKey ? await signingKeyFrom(dataDir) : null);
  return pem === null ? NO_SIGNING_KEYS : readSigningKeys(pem, verifyKeys);
}

type KeySettings = Pick<Settings, 'signingKey' | 'makesSigningKey' | 'dataDir' | 'verifyKeys'>;

const keyFile = (dataDir: string): string => join(dataDir, 'signing-key.pem');

/** Reads the stored key without making one; null where there is none yet. */
export const storedSigningKey = (dataDir: string): Promise<string | null> =>
  readFile(keyFile(dataDir), 'utf8').catch(() => null);

/**
 * The signing key of an installation with the embedded database: made once, kept in the data folder, readable by
 * its owner alone. Two processes that start at once get the same key.
 */
async function signingKeyFrom(dataDir: string): Promise<string> {
  const file = keyFile(dataDir);
  const stored = await storedSigningKey(dataDir);
  if (stored) return stored;
  await mkdir(dataDir, { recursive: true });
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flush: true });
  // A link is made wholly or not at all, and never over another's: the first one wins.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  return readFile(file, 'utf8');
}
