import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Settings } from '../../platform/config/settings.js';
import { tombstonesAt } from '../../features/person/tombstones.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { codeOf, failed, ok, type Check } from './check.js';

/** As much as a small photo has. */
const PROBE_BYTES = 1024 * 1024;

/** @see Examination */
export async function examineMachine(settings: Settings): Promise<Check[]> {
  return Promise.all([
    examineFolder(settings),
    examineTombstones(settings),
    examinePort(settings),
    examineMetricsPort(settings),
  ]);
}

async function examineTombstones({
  tombstones,
  dataDir,
  s3,
  databaseUrl,
  smtpUrl,
}: Settings): Promise<Check> {
  const isTriedAlready = tombstones === dataDir && !(databaseUrl && s3 && smtpUrl);
  if (isTriedAlready) return ok('TOMBSTONES', 'Notes of erasures lie in DATA_DIR.');
  try {
    await (await tombstonesAt(tombstones, s3)).tryOut();
    return ok('TOMBSTONES', 'Notes of erasures can be written.');
  } catch (error) {
    if (!(error instanceof CommandRefusedError)) throw error;
    return failed(
      'TOMBSTONES',
      `Nobody can be erased, since it could not be noted: ${error.message.replace(/\.$/, '')}.`,
      'Set TOMBSTONES to a folder that is kept and that this user may write to, or to one of a bucket: s3://bucket/folder.',
    );
  }
}

async function examineFolder({ dataDir, databaseUrl, s3, smtpUrl }: Settings): Promise<Check> {
  // Nor is a key kept there: with DATABASE_URL it has to be in AUTH_SIGNING_KEY.
  if (databaseUrl && s3 && smtpUrl)
    return ok('DATA_DIR', 'Not used: database, objects and mail are elsewhere.');
  const probe = join(dataDir, `.doctor-${randomUUID()}`);
  try {
    await mkdir(dataDir, { recursive: true });
    // A full disk still takes a file without content.
    await writeFile(probe, Buffer.alloc(PROBE_BYTES), { flag: 'wx' });
    return ok('DATA_DIR', 'The folder can be written to.');
  } catch (error) {
    return failed(
      'DATA_DIR',
      `The folder cannot be written to (${codeOf(error)}).`,
      'Give it to the user who runs the service, make room on its disk, or set DATA_DIR to another folder.',
    );
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}

async function examinePort({ host, port }: Settings): Promise<Check> {
  const code = await listen(host, port);
  if (code === null) return ok('PORT', `Nobody listens on ${port} yet.`);
  if (code === 'EADDRINUSE' && (await isOwnService(host, port))) return ok('PORT', 'The service runs.');
  if (code === 'EADDRINUSE')
    return failed(
      'PORT',
      `Another program listens on ${port}.`,
      'End that program, or set PORT to a free one.',
    );
  if (code === 'EACCES')
    return failed(
      'PORT',
      `This user may not listen on ${port}.`,
      'Set PORT to 1024 or more, and let a proxy have the lower one.',
    );
  return failed(
    'HOST',
    `Nobody can listen there (${code}).`,
    'Set HOST to an address of this machine, or 0.0.0.0 for all.',
  );
}

async function examineMetricsPort({ host, metricsPort: port }: Settings): Promise<Check> {
  const name = 'METRICS_PORT';
  if (port === null) return ok(name, 'None: metrics are not served.');
  const code = await listen(host, port);
  if (code === null) return ok(name, `Nobody listens on ${port} yet.`);
  if (code === 'EADDRINUSE' && (await servesOurMetrics(host, port))) return ok(name, 'The service runs.');
  // Said of HOST already.
  if (code !== 'EADDRINUSE' && code !== 'EACCES') return ok(name, `Not tried (${code}).`);
  return failed(
    name,
    code === 'EACCES' ? `This user may not listen on ${port}.` : `Another program listens on ${port}.`,
    'Set METRICS_PORT to a free one of 1024 or more, other than PORT, or leave it out.',
  );
}

/** Null when it can be listened on. */
function listen(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error) => resolve(codeOf(error)));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(null)));
  });
}

async function isOwnService(host: string, port: number): Promise<boolean> {
  const answer = await at(host, port, '/docs/openapi.json')
    .then((response) => response.json() as Promise<{ info?: { title?: unknown } } | null>)
    .catch(() => null);
  return answer?.info?.title === 'School Directory API';
}

async function servesOurMetrics(host: string, port: number): Promise<boolean> {
  const metrics = await at(host, port, '/metrics')
    .then((response) => response.text())
    .catch(() => '');
  return metrics.includes('# TYPE job_rounds_total ');
}

function at(host: string, port: number, path: string): Promise<Response> {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host;
  return fetch(`http://${name}:${port}${path}`, {
    signal: AbortSignal.timeout(2_000),
    redirect: 'error',
  });
}
