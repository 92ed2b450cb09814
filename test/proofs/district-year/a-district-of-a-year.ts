import { OneRosterFiles } from '../../imports/oneroster/oneroster-files.js';
import type { Chance } from '../imports/chance.js';

export interface Pupil {
  school: string;
  /** 0 is kindergarten. */
  grade: number;
}

interface School {
  id: string;
  first: number;
  last: number;
}

const ELEMENTARY = { first: 0, last: 5 };
/** One school after the other, and again: half of them are elementary. */
const SPANS = [ELEMENTARY, { first: 6, last: 8 }, { first: 9, last: 12 }, ELEMENTARY];
const ROLL_OVER = '2027-08-15';
const YEARS = [
  { sourcedId: 'y1', type: 'schoolYear', startDate: '2026-08-15', endDate: '2027-06-20' },
  { sourcedId: 'y2', type: 'schoolYear', startDate: ROLL_OVER, endDate: '2028-06-20' },
];

/** An invented district in which students come, go, change schools and, in August, grades. The same chance gives the same. */
export class DistrictOfAYear {
  readonly schools: School[] = [];
  readonly pupils = new Map<string, Pupil>();
  moves = 0;
  private year = 0;
  private enrolled = 0;

  constructor(
    private readonly chance: Chance,
    schools: number,
    students: number,
  ) {
    // Ids in no order of the grades: schools are imported by id.
    const ids = new Set<string>();
    while (ids.size < schools) ids.add(`school-${chance.between(100, 999)}`);
    for (const [at, id] of [...ids].entries()) this.schools.push({ id, ...SPANS[at % SPANS.length]! });
    while (this.enrolled < students) this.enroll(chance.of(this.schools));
  }

  /** What has changed by that day. */
  goOn(date: string): void {
    if (date >= ROLL_OVER && this.year === 0) this.rollOver();
    const share = Math.max(0.004, 3 / this.pupils.size);
    for (const [id, pupil] of this.pupils) {
      if (this.chance.is(share / 2)) this.pupils.delete(id);
      else if (this.chance.is(share)) this.move(pupil);
    }
    const fresh = Math.ceil((this.pupils.size * share) / 2);
    for (let count = 0; count < fresh; count += 1) this.enroll(this.chance.of(this.schools));
  }

  /**
   * The export of a night, which has lost every second student of one school.
   * @returns the students who are in it as well
   */
  export(broken: string | null): { files: OneRosterFiles; given: Map<string, Pupil> } {
    const files = new OneRosterFiles();
    files.sessions = [YEARS[this.year]!];
    for (const { id } of this.schools) files.school(id).teacher(`teacher-${id}`, { orgSourcedIds: id });
    const given = new Map<string, Pupil>();
    let of = 0;
    for (const [id, pupil] of this.pupils) {
      if (pupil.school === broken && (of += 1) % 2 === 0) continue;
      given.set(id, pupil);
      const grades = pupil.grade === 0 ? 'KG' : String(pupil.grade).padStart(2, '0');
      files
        .student(id, { orgSourcedIds: pupil.school, grades, agentSourcedIds: `parent-${id}` })
        .parent(`parent-${id}`, { email: `${id}@district.example` });
    }
    return { files, given };
  }

  private rollOver(): void {
    this.year = 1;
    for (const [id, pupil] of this.pupils) {
      pupil.grade += 1;
      if (pupil.grade > 12) this.pupils.delete(id);
      else if (!this.fits(pupil, pupil.school)) this.move(pupil);
    }
    const first = this.schools.filter((school) => school.first === 0);
    for (let count = this.pupils.size / 13; count > 0; count -= 1) this.enroll(this.chance.of(first), 0);
  }

  private move(pupil: Pupil): void {
    const others = this.schools.filter(({ id }) => id !== pupil.school && this.fits(pupil, id));
    if (others.length === 0) return;
    pupil.school = this.chance.of(others).id;
    this.moves += 1;
  }

  private fits({ grade }: Pupil, school: string): boolean {
    const { first, last } = this.schools.find(({ id }) => id === school)!;
    return grade >= first && grade <= last;
  }

  private enroll({ id, first, last }: School, grade = this.chance.between(first, last)): void {
    this.enrolled += 1;
    this.pupils.set(`s${this.enrolled}`, { school: id, grade });
  }
}
