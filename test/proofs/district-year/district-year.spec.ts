import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ImportReport } from '../../../src/platform/import-report.js';
import { Importer } from '../../imports/oneroster/oneroster-importer.js';
import { figure } from '../../support/proofs/figures.js';
import { Chance } from '../imports/chance.js';
import { DistrictOfAYear, type Pupil } from './a-district-of-a-year.js';

/*
 * A year of a district, night by night, into the next school year. Each night another school's export is broken, and the school is
 * refused; students move from and to it all the same. After each night every child of the export stands on exactly the roster
 * where the export has them, or is named in the report.
 */

const ASKED = process.env.DISTRICT_NIGHTS;
const [SCHOOLS, STUDENTS, NIGHTS] = ASKED ? [20, 10_000, Number(ASKED)] : [3, 60, 3];
const FIRST = Date.parse('2026-09-01');
const LAST = Date.parse('2027-09-10');
/** For all of them: nothing is measured. */
const HOURS = 4 * 60 * 60_000;
const WAITS = ['move_waits', 'arrival_waits', 'departure_waits'];

let importer: Importer;
beforeAll(async () => (importer = await Importer.create()));
afterAll(() => importer.close());

const dayOf = (night: number): string =>
  new Date(FIRST + ((LAST - FIRST) * night) / Math.max(1, NIGHTS - 1)).toISOString().slice(0, 10);

/** The schools of each student on a roster. */
async function rosters(): Promise<Map<string, string[]>> {
  const places = (await importer.roster()).map((place) => place.split('/') as [string, string]);
  const byStudent = Map.groupBy(places, ([, student]) => student);
  return new Map([...byStudent].map(([student, at]) => [student, at.map(([school]) => school)]));
}

interface Found {
  looked: number;
  named: Record<string, number>;
  /** On another roster than the export has them on, on none or on two, and not in the report. */
  unnamed: string[];
  /** Named as one who stays where they are, and not on one roster. */
  torn: string[];
}

async function look(given: Map<string, Pupil>, { errors }: ImportReport, found: Found): Promise<void> {
  const named = new Map(
    errors.filter(({ code }) => WAITS.includes(code)).map(({ value, code }) => [value, code]),
  );
  const at = await rosters();
  for (const [student, { school }] of given) {
    const [places, code] = [at.get(student) ?? [], named.get(student)];
    found.looked += 1;
    if (code) found.named[code] = (found.named[code] ?? 0) + 1;
    else if (places.join() !== school) found.unnamed.push(`${student}: ${places.join()}, not ${school}`);
    if (code === 'move_waits' && places.length !== 1) found.torn.push(`${student}: ${places.join()}`);
  }
}

describe("a district's year, with a school refused every night", () => {
  it(
    'leaves every child of the export on exactly one roster, or names them',
    async () => {
      const chance = new Chance(20_270_815);
      const district = new DistrictOfAYear(chance, SCHOOLS, STUDENTS);
      const found: Found = { looked: 0, named: {}, unnamed: [], torn: [] };
      let refused = 0;
      let dryRuns = 0;
      const bring = async (night: number, broken: string | null): Promise<ImportReport> => {
        const date = dayOf(night);
        importer.clock.moveTo(`${date}T06:00:00Z`);
        const { files, given } = district.export(broken);
        const path = await files.inFolder();
        const options = { onDate: date, archiveLimitPercent: 10 };
        const rehearsed = night % 8 === 2 ? await importer.run(path, { ...options, dryRun: true }) : null;
        const report = await importer.run(path, options);
        await look(given, report, found);
        const { run_id: _, ...brought } = report;
        if (rehearsed) expect({ ...rehearsed, dry_run: false }).toEqual(brought);
        if (rehearsed) dryRuns += 1;
        return report;
      };
      await bring(0, null);
      for (let night = 0; night < NIGHTS; night += 1) {
        district.goOn(dayOf(night));
        const broken = chance.of(district.schools).id;
        const { errors } = await bring(night, broken);
        const schools = errors.filter(({ code }) => code === 'archive_limit').map(({ value }) => value);
        expect(schools).toEqual([`School ${broken}`]);
        refused += schools.length;
      }
      const { errors } = await bring(NIGHTS, null);
      expect(errors).toEqual([]);
      expect(found).toMatchObject({ unnamed: [], torn: [] });
      const { move_waits: moves = 0, arrival_waits: arrivals = 0, departure_waits: stays = 0 } = found.named;
      expect(moves + arrivals).toBeGreaterThan(0);
      figure('Schools, students at first, nights', `${SCHOOLS}, ${STUDENTS}, ${NIGHTS}`);
      figure('Moves between schools; schools refused', `${district.moves}; ${refused}`);
      figure('Children of the export, looked for after each night', found.looked);
      figure('Of those, named: moves, arrivals and departures that wait', `${moves}, ${arrivals}, ${stays}`);
      figure('On no roster, on two or on another one, and not named', found.unnamed.length, '0');
      figure('Of moves that wait: on no roster or on two', found.torn.length, '0');
      figure('Dry runs, and those with another report than the run', `${dryRuns}, 0`, '…, 0');
    },
    HOURS,
  );
});
