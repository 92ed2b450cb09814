import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { startImportApp, type ImportApp } from '../../imports/a-fed-app.js';
import { figure } from '../../support/proofs/figures.js';
import { ADULTS, CHILDREN, EVENTS, type Step } from './asked-family.model.js';
import { AskedYear } from './asked-year.js';

/*
 * Years of a family that a school asks: who comes, in the API and by the buttons of mails, and whether what is on file is still right;
 * while guardians are kept apart from children and no longer, children leave and return, and people are deactivated. After each step each
 * guardian has the children, answers and tasks that the model allows, and an admin counts what it counts.
 */

const YEARS = Number(process.env.FAMILY_YEARS ?? 6);
/** For all of them: nothing is measured. */
const HOURS = 4 * 60 * 60_000;

let t: ImportApp;
beforeAll(async () => {
  t = await startImportApp();
  t.clock.moveTo('2026-09-01T12:00:00Z');
});
afterAll(() => t.close());

const adult = fc.constantFrom(...ADULTS);
const child = fc.constantFrom(...CHILDREN);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      adult,
      child,
      event: fc.constantFrom(...EVENTS),
      answer: fc.constantFrom('yes' as const, 'yes' as const, 'no' as const, 'maybe' as const),
      way: fc.constantFrom('API' as const, 'mail' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('restrict' as const, 'unrestrict' as const), adult, child }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('archive' as const, 'return' as const), child }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('deactivate' as const, 'reactivate' as const), adult }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('confirm' as const), adult }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('open' as const, 'close' as const) }) },
);

describe('a year of a family that is asked', () => {
  it(
    'shows the answers, the tasks and the addresses that the model allows',
    async () => {
      let steps = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (year) => {
          const family = new AskedYear(t);
          await family.begin();
          for (const [at, one] of year.entries()) {
            await family.play(one);
            steps += 1;
            const { found, expected } = (await family.differences()) as { found: object; expected: object };
            expect({ at, one, ...found }).toEqual({ at, one, ...expected });
          }
        }),
        { numRuns: YEARS, endOnFailure: !process.env.SHRINK },
      );
      figure(
        'Years of invented families that are asked, with restrictions, answers and confirmations',
        YEARS,
      );
      figure('Steps, each compared with the model of what is asked', steps);
      figure('Differences to it', 0, '0');
    },
    HOURS,
  );
});
