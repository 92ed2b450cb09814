import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Keeping, type StoredBackup, superfluous } from './keeping.js';

/*
 * Which backups stay, against a model that looks at each of them by itself. Days, weeks and months are those of UTC: a machine
 * whose clock is set forward or back by an hour has no day without a backup and none with two.
 */

const RUNS = Number(process.env.MODEL_RUNS ?? 300);
const DAY_MS = 86_400_000;

const named = (at: Date): StoredBackup => ({ name: at.toISOString(), at });

/** Days since an epoch, weeks that begin on a Monday (1970-01-05 was one), months since the year 0. */
const NUMBER_OF: Record<keyof Keeping, (at: Date) => number> = {
  days: (at) => Math.floor(at.getTime() / DAY_MS),
  weeks: (at) => Math.floor((at.getTime() / DAY_MS + 3) / 7),
  months: (at) => at.getUTCFullYear() * 12 + at.getUTCMonth(),
};

/** A backup stays when it is the last of a period, and fewer than n later periods have one. */
function staysByModel(one: StoredBackup, all: StoredBackup[], keeping: Keeping, good: StoredBackup): boolean {
  if (one.name === good.name || one.at > good.at) return true;
  const judged = all.filter(({ at }) => at <= good.at);
  return (['days', 'weeks', 'months'] as const).some((unit) => {
    const period = NUMBER_OF[unit];
    const isLast = judged.every(({ at }) => period(at) !== period(one.at) || at <= one.at);
    const later = new Set(judged.map(({ at }) => period(at)).filter((number) => number > period(one.at)));
    return isLast && later.size < keeping[unit];
  });
}

const minutes = fc.integer({ min: 0, max: 3 * 365 * 24 * 60 });
const moments = fc.uniqueArray(minutes, { minLength: 1, maxLength: 60 });
const keepings = fc.record({
  days: fc.integer({ min: 0, max: 10 }),
  weeks: fc.integer({ min: 0, max: 6 }),
  months: fc.integer({ min: 0, max: 14 }),
});
/** A year that has a 29 February, and two of each change of the clock. */
const START = Date.UTC(2027, 0, 1);
const backupsAt = (given: number[]): StoredBackup[] =>
  given.map((minute) => named(new Date(START + minute * 60_000)));

describe('which backups stay', () => {
  it('keeps those that the model keeps, whatever was made when', () => {
    fc.assert(
      fc.property(moments, keepings, fc.nat(), (given, keeping, chosen) => {
        const all = backupsAt(given);
        const good = all[chosen % all.length]!;
        const gone = superfluous(all, keeping, good.name);
        const expected = all.filter((one) => !staysByModel(one, all, keeping, good));
        expect(gone.map(({ name }) => name)).toEqual(expected.map(({ name }) => name).sort());
      }),
      { numRuns: RUNS },
    );
  });

  it('keeps the one that is known to be good, and all that are dated later', () => {
    fc.assert(
      fc.property(moments, keepings, fc.nat(), (given, keeping, chosen) => {
        const all = backupsAt(given);
        const good = all[chosen % all.length]!;
        for (const { at } of superfluous(all, keeping, good.name)) expect(at < good.at).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  it('removes nothing while the new one is not among them', () => {
    fc.assert(
      fc.property(moments, keepings, (given, keeping) => {
        expect(superfluous(backupsAt(given), keeping, 'another')).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  it('keeps by removing night after night what it would keep of all of them', () => {
    fc.assert(
      fc.property(moments, keepings, (given, keeping) => {
        const all = backupsAt(given.toSorted((a, b) => a - b));
        let here: StoredBackup[] = [];
        for (const made of all) {
          here.push(made);
          const gone = superfluous(here, keeping, made.name);
          here = here.filter((one) => !gone.includes(one));
        }
        const goneAtOnce = superfluous(all, keeping, all.at(-1)!.name);
        expect(here).toEqual(all.filter((one) => !goneAtOnce.includes(one)));
      }),
      { numRuns: RUNS },
    );
  });

  it.each(['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Pacific/Apia'])(
    'keeps seven days, four weeks and twelve months of three years of nights in %s',
    (timeZone) => {
      const wallClock = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' });
      const hours = Array.from({ length: 3 * 365 * 24 }, (_, hour) => new Date(START + hour * 3_600_000));
      const nights = hours.filter((at) => wallClock.format(at) === '03').map(named);
      let here: StoredBackup[] = [];
      for (const made of nights) {
        here.push(made);
        const gone = superfluous(here, { days: 7, weeks: 4, months: 12 }, made.name);
        here = here.filter((one) => !gone.includes(one));
      }
      const count = (unit: keyof Keeping) => new Set(here.map(({ at }) => NUMBER_OF[unit](at))).size;
      expect(here.slice(-7)).toEqual(nights.slice(-7));
      expect(count('months')).toBe(12);
      expect(here.length).toBeLessThanOrEqual(7 + 4 + 12);
      expect(here[0]!.at.getTime()).toBeGreaterThan(nights.at(-1)!.at.getTime() - 366 * DAY_MS);
    },
  );

  it('keeps making room where the clock was years ahead for some nights', () => {
    const ahead = Array.from({ length: 7 }, (_, night) => named(new Date(Date.UTC(2031, 0, 1 + night, 3))));
    const nights = Array.from({ length: 30 }, (_, night) => named(new Date(Date.UTC(2027, 2, 1 + night, 3))));
    const keeping = { days: 7, weeks: 0, months: 0 };
    const gone = superfluous([...ahead, ...nights], keeping, nights.at(-1)!.name);
    expect(gone).toEqual(nights.slice(0, -7));
  });

  it('keeps all of before where the clock has gone back to its beginning', () => {
    const nights = Array.from({ length: 30 }, (_, night) => named(new Date(Date.UTC(2027, 2, 1 + night, 3))));
    const made = named(new Date(0));
    expect(superfluous([...nights, made], { days: 1, weeks: 0, months: 0 }, made.name)).toEqual([]);
  });
});
