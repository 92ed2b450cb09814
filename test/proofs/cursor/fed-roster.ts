import type { Chance } from '../imports/chance.js';

type Rows = Record<string, Record<string, string>>;

const STUDENTS = ['o1', 'o2', 'o3', 'o4'];
const PARENTS = ['p1', 'p2', 'p3'];
const CLASSES = ['k1', 'k2'];

const phone = (chance: Chance): string => `212 555 ${chance.between(1_000, 9_999)}`;

/** What the system that feeds a school has at the moment, which changes a little from night to night. */
export class FedRoster {
  readonly students: Rows = {};
  readonly parents: Rows = {};
  readonly teachers: Rows = {};
  readonly classes: Record<string, { title: string; students: string[]; teacher: string }> = {};

  constructor(readonly school: string) {}

  /** Some nights nothing at all. @param emails of members, one of whom a parent may turn out to be */
  change(chance: Chance, emails: string[]): void {
    if (Object.keys(this.parents).length === 0)
      for (const id of PARENTS) this.parents[id] = { phone: phone(chance), email: `${id}@feed.example` };
    for (let times = chance.between(0, 3); times > 0; times -= 1)
      chance.of([
        () => this.changeStudent(chance),
        () => this.changeStudent(chance),
        () => (this.parents[chance.of(PARENTS)]!.phone = phone(chance)),
        () =>
          (this.parents[chance.of(PARENTS)]!.email = chance.is(0.3) ? chance.of(emails) : 'p@feed.example'),
        () => (this.teachers[chance.of(['t1', 't2'])] = { phone: phone(chance) }),
        () => this.changeClass(chance),
      ])();
  }

  private changeStudent(chance: Chance): void {
    const id = chance.of(STUDENTS);
    const known = this.students[id];
    if (!known || chance.is(0.2)) {
      if (known) delete this.students[id];
      else this.students[id] = { grades: '05', agentSourcedIds: chance.of(PARENTS) };
      return;
    }
    this.students[id] = {
      ...known,
      ...chance.of<Record<string, string>>([
        { phone: phone(chance) },
        { grades: chance.of(['05', '06', '07']) },
        { givenName: `Given ${chance.between(1, 99)}` },
        { agentSourcedIds: chance.of([...PARENTS, PARENTS.join(',')]) },
      ]),
    };
  }

  private changeClass(chance: Chance): void {
    const id = chance.of(CLASSES);
    if (this.classes[id] && chance.is(0.2)) {
      delete this.classes[id];
      return;
    }
    this.classes[id] = {
      title: `Class ${chance.between(1, 9)}`,
      students: STUDENTS.filter(() => chance.is(0.4)),
      teacher: chance.of(['t1', 't2']),
    };
  }
}
