import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../../platform/config/settings.js';
import { readSigningKeys, SigningKeyError } from '../../platform/auth/signing-keys.js';
import { codeOf, failed, isForFamilies, isLocal, ok, warning, type Check } from './check.js';
import { examineFromOutside } from './outside.check.js';

/** @see Examination */
export async function examineSite(settings: Settings): Promise<Check[]> {
  return [
    examineAddress(settings),
    examineProxy(settings),
    examineDemo(settings),
    ...(await examineFromOutside(settings)),
    await examineKeys(settings),
  ];
}

function examineDemo({ demo, siteUrl }: Settings): Check {
  if (demo !== true) return ok('DEMO', 'No demo school is loaded into a database with schools.');
  if (!isForFamilies(siteUrl)) return ok('DEMO', 'The demo school is loaded.');
  return failed(
    'DEMO',
    'The demo school, with its accounts and invented families, is loaded into what families use.',
    'Set DEMO=false. Where it was loaded already, begin with an empty database.',
  );
}

function examineAddress({ siteUrl, databaseUrl }: Settings): Check {
  const { protocol } = new URL(siteUrl);
  const remedy = 'Set SITE_URL to the address that people use, such as https://directory.example.org.';
  if (isLocal(siteUrl) && protocol === 'http:')
    return databaseUrl
      ? warning('SITE_URL', 'Links in mails and feeds lead to this machine alone.', remedy)
      : ok('SITE_URL', 'The service is for this machine.');
  if (protocol === 'https:') return ok('SITE_URL', 'Links lead to an https address.');
  return failed('SITE_URL', 'Tokens and contact would cross the network unencrypted (http).', remedy);
}

function examineProxy({ siteUrl, trustProxy, databaseUrl }: Settings): Check {
  const isBehind = new URL(siteUrl).protocol === 'https:';
  // SITE_URL is said to be wrong then, and not the proxy.
  const isForNobodyElse = isLocal(siteUrl) && databaseUrl === null;
  if (isBehind && trustProxy === 0)
    return warning(
      'TRUST_PROXY',
      'SITE_URL is https, which a proxy speaks for us, and yet every caller is taken for that proxy.',
      'Set TRUST_PROXY=true behind a proxy that adds to X-Forwarded-For, or the number of them: limits are counted by caller.',
    );
  if (isForNobodyElse && !isBehind && trustProxy > 0)
    return warning(
      'TRUST_PROXY',
      'Callers may say themselves where they come from.',
      'Set TRUST_PROXY=false unless a proxy of yours adds to X-Forwarded-For.',
    );
  if (trustProxy === 0) return ok('TRUST_PROXY', 'Callers are who connects.');
  return ok(
    'TRUST_PROXY',
    `Callers are whom ${trustProxy === 1 ? 'the proxy says' : `the first of ${trustProxy} proxies says`}.`,
  );
}

async function examineKeys({ signingKey, verifyKeys, dataDir, databaseUrl }: Settings): Promise<Check> {
  const remedy =
    'openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 makes a key; all processes need the same.';
  try {
    const pem = signingKey ?? (await storedKey(dataDir));
    if (pem === null) return ok('AUTH_SIGNING_KEY', 'It is made by the first start.');
    const { published } = await readSigningKeys(pem, verifyKeys);
    return ok('AUTH_SIGNING_KEY', `Tokens are signed; keys accepted: ${published.length}.`);
  } catch (error) {
    if (!(error instanceof SigningKeyError))
      return failed(
        'AUTH_SIGNING_KEY',
        `The key in DATA_DIR cannot be read (${codeOf(error)}).`,
        'Let the user who runs the service read signing-key.pem in DATA_DIR, or put it back as it was: with another key everybody signs in again.',
      );
    const name = error.message.split(' ', 1)[0]!;
    const where = databaseUrl || signingKey ? '' : 'What is in DATA_DIR/signing-key.pem is none. ';
    return failed(name, `${where}${error.message}`, remedy);
  }
}

const storedKey = (dataDir: string): Promise<string | null> =>
  readFile(join(dataDir, 'signing-key.pem'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
