import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The signing key of an installation with the embedded database: made once, kept in the data folder, readable by
 * its owner alone. Two processes that start at once get the same key.
 */
export async function signingKeyFrom(dataDir: string): Promise<string> {
  const file = join(dataDir, 'signing-key.pem');
  const kept = await readFile(file, 'utf8').catch(() => null);
  if (kept) return kept;
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
