import { describe, expect, it, jest } from '@jest/globals';
import type { Check } from '../../../src/cli/doctor/check.js';
import { databaseSetUps } from '../../cli/doctor-set-ups/database.set-ups.js';
import { Desk, type SetUp, type Step } from '../../cli/doctor-set-ups/desk.js';
import { Installation } from '../../cli/doctor-set-ups/installation.js';
import { machineSetUps } from '../../cli/doctor-set-ups/machine.set-ups.js';
import { peopleSetUps } from '../../cli/doctor-set-ups/people.set-ups.js';
import { serviceSetUps } from '../../cli/doctor-set-ups/services.set-ups.js';
import { siteSetUps } from '../../cli/doctor-set-ups/site.set-ups.js';
import { tableSetUps } from '../../cli/doctor-set-ups/tables.set-ups.js';
import { figure } from '../../support/proofs/figures.js';

/*
 * Installations that are broken in one way each: doctor names that one and nothing else, says what to do, and finds nothing when
 * that was done word for word. Whatever the remedy speaks of (a setting, a command, a statement) is what is done here.
 */

jest.setTimeout(120_000);

const around = new Installation();
const desk = new Desk(around);
const ALL = [siteSetUps, machineSetUps, serviceSetUps, peopleSetUps, tableSetUps, databaseSetUps].flatMap(
  (setUps) => setUps(desk),
);
for (const { what } of ALL.filter(({ isHere }) => isHere === false))
  process.stderr.write(`Skipped: ${what}, which cannot be made on this machine\n`);
const made = { installations: 0, remedies: 0 };

const findingsOf = (checks: Check[]): Check[] => checks.filter(({ status }) => status !== 'ok');

async function ask(env: Record<string, string>, { options }: SetUp): Promise<Check[]> {
  return findingsOf((await around.doctor(env, options?.())).checks);
}

/** That it is the one thing that was found; and what is found when the remedy was followed. */
async function followed(found: Check[], step: Step, setUp: SetUp): Promise<Check[]> {
  const one = { name: step.name, remedy: expect.stringContaining(step.remedy) };
  expect([setUp.what, found]).toEqual([setUp.what, [expect.objectContaining(one)]]);
  made.remedies += 1;
  return ask(await step.follow(), setUp);
}

describe('doctor', () => {
  it('finds nothing in an installation that is sound', async () => {
    expect(findingsOf((await around.doctor({})).checks)).toEqual([]);
  });

  it.each(ALL.filter(({ isHere }) => isHere !== false).map((one) => [one.what, one] as const))(
    'names %s and nothing else, with a remedy that works',
    async (_, setUp) => {
      let found = await ask(await setUp.env(), setUp);
      for (const step of [setUp, ...(setUp.then ?? [])]) found = await followed(found, step, setUp);
      expect([setUp.what, found]).toEqual([setUp.what, []]);
      made.installations += 1;
    },
  );

  it('counts forty broken installations and more', () => {
    figure('Broken installations, each named by one finding and no other', made.installations, '>= 40');
    figure('Remedies followed word for word, after which nothing is found', made.remedies);
    expect(made.installations).toBeGreaterThanOrEqual(40);
  });
});
