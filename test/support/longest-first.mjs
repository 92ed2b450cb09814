import { existsSync } from 'node:fs';
import Sequencer from '@jest/test-sequencer';

/**
 * What takes longest, in that order. Jest remembers how long each file has taken, but a fresh clone remembers nothing: by
 * its size a file of two minutes may come last, and be waited for by a machine that does nothing else.
 */
const LONGEST = [
  'test/proofs/authorization/matrix',
  'test/shipped/every-setting',
  'test/shipped/shipped',
  'test/readme/operating',
  'test/architecture/privacy-canary',
  'test/cli/school-moved',
  'test/proofs/processes/done-once',
  'test/proofs/processes/cluster',
  'test/proofs/bulk/bulk',
  'test/proofs/races/idempotency',
  'test/runtime/embedded-postgres',
  'test/browser/docs',
  'test/cli/doctor-remedies',
  'test/proofs/hostile/hostile-requests',
  'test/proofs/growth/growth',
  'test/proofs/backups/backups',
  'test/security/audit-commands',
  'test/proofs/processes/replicas',
  'test/proofs/deployment/rolling-restart',
  'test/runtime/embedded-postgres-crashes',
  'test/runtime/embedded-postgres-users',
  'test/architecture/hidden-changes',
  'test/browser/signed-out',
  'test/imports/demo-school',
  'test/proofs/hostile/neighbours',
  'test/proofs/races/signup-sockets',
  'test/proofs/races/signups',
  'test/api/unwritable-database',
  'test/proofs/faults/alerts',
  'test/security/embedded-role',
  'test/security/sign-in-lockout',
  'test/cli/backup',
  'test/cli/restore-refusals',
  'test/proofs/races/slips',
  'test/proofs/authorization/references',
  'test/proofs/imports/calendars',
  'test/imports/hidden-addresses',
  'test/cli/person-erase',
  'test/security/upload-scans',
  'test/slip-pdf/hostile',
  'test/observability/traces',
  'test/proofs/fuzz/fuzz',
  'test/proofs/races/if-match',
  'test/proofs/oracle/no-oracle-times',
  'test/proofs/hostile/hostile-requests',
  'test/proofs/faults/stopped-database',
  'test/cli/school-restore-refusals',
  'test/cli/imports',
  'test/proofs/faults/audit',
  'test/proofs/faults/killed-service',
  'test/runtime/load-demo',
  'test/cli/school-restore-people',
  'test/proofs/processes/pgbouncer',
  'test/browser/rich-text',
].map((name) => `/${name}.spec.ts`);

for (const name of LONGEST)
  if (!existsSync(new URL(`../..${name}`, import.meta.url)))
    throw new Error(`${name} is gone: see longest-first.mjs`);

const placeOf = ({ path }) => {
  const place = LONGEST.findIndex((name) => path.endsWith(name));
  return place < 0 ? LONGEST.length : place;
};

export default class LongestFirst extends Sequencer {
  /** The others as Jest has them. */
  sort(tests) {
    return super.sort(tests).sort((a, b) => placeOf(a) - placeOf(b));
  }
}
