import { expect, it } from '@jest/globals';

const { jest } = (await import(new URL('../../scripts/lib/tests.mjs', import.meta.url).href)) as {
  jest: (args: string[]) => { args: string[] };
};

const leavesProofsOut = (line: string): boolean =>
  jest(line.split(' ').filter(Boolean)).args.includes('--testPathIgnorePatterns=/test/proofs/');

it.each([
  '',
  '--verbose',
  '-t kept',
  '-t=kept',
  '--testNamePattern kept',
  '--maxWorkers 1 -i',
  '--maxWorkers=1 --json --outputFile found.json',
])('"npm test -- %s" is the suite, without proofs', (line) => {
  expect(leavesProofsOut(line)).toBe(true);
});

it.each(['test/proofs', '-t kept test/proofs/faults', 'model --verbose', '-i bulk'])(
  '"npm test -- %s" is what its paths name, proofs as well',
  (line) => {
    expect(leavesProofsOut(line)).toBe(false);
  },
);
