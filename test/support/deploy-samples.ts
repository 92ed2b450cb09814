import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromProjectRoot } from '../../src/platform/config/project-root.js';

/** Paths of the samples that lie below another root in a test. */
const PATHS = [
  ...['/opt/school-directory', '/etc/school-directory', '/etc/systemd', '/etc/nginx', '/etc/ssl'],
  ...['/var/lib/school-directory', '/var/backups/school-directory', '/usr/local/bin'],
];

/** The text with all of its paths below that root. */
export const below = (root: string, text: string): string =>
  PATHS.reduce((changed, path) => changed.replaceAll(path, `${root}${path}`), text);

export const sample = (name: string): string => readFileSync(fromProjectRoot(`deploy/${name}`), 'utf8');

export const SAMPLES = readdirSync(fromProjectRoot('deploy'));

/** Copies every sample into a folder, with its paths below that root. */
export function copySamples(folder: string, root: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of SAMPLES) writeFileSync(join(folder, name), below(root, sample(name)), { mode: 0o755 });
}

/** Words of the line `ExecStart=` of a unit. */
export const execStart = (unit: string): string[] => /^ExecStart=(.*)$/m.exec(unit)![1]!.split(' ');

export const isInstalled = (program: string, argument = '--version'): boolean => {
  const there = spawnSync(program, [argument], { stdio: 'ignore' }).error === undefined;
  if (!there) process.stderr.write(`Skipped: ${program} is not installed\n`);
  return there;
};

/** A certificate of an authority that the test has made, for localhost and this name. */
export function aCertificate(folder: string, name: string): { authority: string } {
  const at = (file: string): string => join(folder, file);
  const openssl = (...argv: string[]): void => {
    const { status, stderr } = spawnSync('openssl', argv, { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  };
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-subj',
    '/CN=A local authority',
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.pem'),
  );
  openssl('req', ...newKey, '-subj', `/CN=${name}`, '-keyout', at('key.pem'), '-out', at('asked.pem'));
  writeFileSync(at('names'), `subjectAltName=DNS:localhost,DNS:${name}`);
  openssl(
    ...[
      'x509',
      '-req',
      '-in',
      at('asked.pem'),
      '-CA',
      at('ca.pem'),
      '-CAkey',
      at('ca.key'),
      '-CAcreateserial',
    ],
    ...['-days', '2', '-extfile', at('names'), '-out', at('fullchain.pem')],
  );
  return { authority: readFileSync(at('ca.pem'), 'utf8') };
}
