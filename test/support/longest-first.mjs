import { existsSync } from 'node:fs';
import Sequencer from '@jest/test-sequencer';

/**
 * What takes longest, in that order. Jest remembers how long each file has taken, but a fresh clone remembers nothing: by
 * its size a file of two minutes may come last, and be waited for by a machine that does nothing else.
 */
const LONGEST = [
  'test/proofs/authorization/matrix',
  'test/shipped/shipped',
  'test/browser/signed-out',
  'test/proofs/processes/done-once',
  'test/proofs/processes/cluster',
  'test/runtime/embedded-postgres',
  'test/browser/docs',
  'test/proofs/bulk/bulk',
  'test/readme/operating',
  'test/proofs/races/idempotency',
  'test/proofs/faults/alerts',
  'test/browser/rich-text',
  'test/proofs/deployment/rolling-restart',
  'test/cli/restore-refusals',
  'test/observability/traces',
  'test/proofs/processes/replicas',
  'test/architecture/hidden-changes',
  'test/imports/hidden-addresses',
  'test/proofs/hostile/hostile-bodies',
  'test/proofs/deployment/upgrade',
  'test/proofs/faults/stopped-database',
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
