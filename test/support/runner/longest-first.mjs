import { existsSync } from 'node:fs';
import Sequencer from '@jest/test-sequencer';

/**
 * What takes longest, in that order. Jest remembers how long each file has taken, but a fresh clone remembers nothing: by
 * its size a file of two minutes may come last, and be waited for by a machine that does nothing else.
 */
const LONGEST = [
  'test/proofs/authorization/matrix',
  'test/proofs/shipped/every-setting',
  'test/shipped/shipped',
  'test/proofs/shipped/operating',
  'test/architecture/privacy-canary/privacy-canary',
  'test/security/erasures',
  'test/sign-in/account',
  'test/proofs/fuzz/mass-assignment',
  'test/database/school-keys',
  'test/proofs/security/anonymous-polls',
  'test/proofs/backups/school-moved',
  'test/proofs/processes/done-once',
  'test/proofs/processes/cluster',
  'test/proofs/bulk/bulk',
  'test/proofs/races/idempotency',
  'test/proofs/embedded-database/embedded-postgres',
  'test/proofs/browser/docs',
  'test/proofs/operators/broken-installations',
  'test/proofs/hostile/hostile-requests',
  'test/proofs/growth/growth',
  'test/proofs/backups/backups',
  'test/security/audit-commands',
  'test/proofs/processes/replicas',
  'test/proofs/deployment/rolling-restart',
  'test/proofs/embedded-database/embedded-postgres-crashes',
  'test/proofs/embedded-database/embedded-postgres-users',
  'test/proofs/security/hidden-changes',
  'test/proofs/browser/signed-out',
  'test/proofs/shipped/demo-school',
  'test/proofs/hostile/neighbours',
  'test/proofs/races/signup-sockets',
  'test/proofs/races/signups',
  'test/proofs/faults/unwritable-database',
  'test/proofs/faults/alerts',
  'test/proofs/embedded-database/embedded-role',
  'test/proofs/sign-in/sign-in-lockout',
  'test/proofs/backups/backup',
  'test/proofs/backups/restore-refusals',
  'test/proofs/races/slips',
  'test/proofs/authorization/references',
  'test/proofs/imports/calendars',
  'test/proofs/families/hidden-addresses',
  'test/cli/person-erase',
  'test/proofs/security/upload-scans',
  'test/proofs/limits/hostile-pdfs',
  'test/proofs/observability/traces',
  'test/proofs/fuzz/fuzz',
  'test/proofs/races/if-match',
  'test/proofs/oracle/no-oracle-times',
  'test/proofs/hostile/hostile-requests',
  'test/proofs/faults/stopped-database',
  'test/proofs/backups/school-restore-refusals',
  'test/cli/imports',
  'test/proofs/faults/audit',
  'test/proofs/faults/killed-service',
  'test/proofs/shipped/load-demo',
  'test/proofs/backups/school-restore-people',
  'test/proofs/processes/pgbouncer',
  'test/proofs/fuzz/rich-text',
].map((name) => `/${name}.spec.ts`);

for (const name of LONGEST)
  if (!existsSync(new URL(`../../..${name}`, import.meta.url)))
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
