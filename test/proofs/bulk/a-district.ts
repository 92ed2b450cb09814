import { families, grade, id, person, school, type Person } from './invented-people.js';

export type Version = '1.1' | '1.2';

type Row = (string | number)[];

/** Six of a hundred users work at a school. */
const STAFF_SHARE = 0.06;
const STUDENTS_PER_SCHOOL = 1_000;
const CLASS_SIZE = 25;
const CLASSES_PER_STUDENT = 6;
const SUBJECTS = ['English', 'Mathematics', 'Science', 'History', 'Art', 'Physical Education'];

const ROLES = 'teacher teacher teacher teacher aide administrator'.split(' ');
const RELATIVES = 'parent parent parent guardian relative'.split(' ');

const columns = (names: string): string[] => names.split(' ');

/**
 * An invented school district as OneRoster would have it: families with one or two children, who may go to different
 * schools, and with one or two adults, both told of by both; staff; classes with their teachers. The same number of
 * users gives the same district.
 */
export class District {
  readonly staff: number;
  readonly students: number;
  readonly guardians: number;
  /** A guardian and one of their children: one record here. */
  readonly links: number;
  readonly schools: number;

  constructor(readonly size: number) {
    this.staff = Math.round(size * STAFF_SHARE);
    let [students, guardians, links] = [0, 0, 0];
    for (const { children, adults } of families(size - this.staff)) {
      students += children;
      guardians += adults;
      links += children * adults;
    }
    [this.students, this.guardians, this.links] = [students, guardians, links];
    this.schools = Math.max(2, Math.round(students / STUDENTS_PER_SCHOOL));
  }

  get classCount(): number {
    return this.schools * this.classesPerSchool;
  }

  get enrolled(): number {
    return this.students * CLASSES_PER_STUDENT;
  }

  *orgs(): Generator<Row> {
    yield columns('sourcedId status dateLastModified name type identifier parentSourcedId');
    yield ['district', '', '', 'Invented Unified School District', 'district', '', ''];
    for (let at = 0; at < this.schools; at += 1)
      yield [school(at), '', '', `Invented School ${at}`, 'school', '', 'district'];
  }

  *sessions(): Generator<Row> {
    yield columns('sourcedId status dateLastModified title type startDate endDate schoolYear');
    yield ['year', '', '', '2026-2027', 'schoolYear', '2026-08-20', '2027-06-20', '2027'];
  }

  *users(version: Version): Generator<Row> {
    const ofUsers = version === '1.1' ? ['orgSourcedIds', 'role'] : ['userMasterIdentifier', 'pronouns'];
    yield [...COMMON_BEFORE, ...ofUsers, ...COMMON_AFTER];
    for (const { id, orgs, role, given, family, email, phone, grade, related } of this.people()) {
      const own = version === '1.1' ? [orgs.map(school).join(','), role] : ['', ''];
      yield [
        id,
        '',
        '',
        'true',
        ...own,
        email,
        given,
        family,
        '',
        '',
        email,
        phone,
        phone,
        related.join(','),
        grade,
        'never stored',
      ];
    }
    yield* this.spoiledUsers();
  }

  *roles(): Generator<Row> {
    yield columns(
      'sourcedId status dateLastModified userSourcedId roleType role beginDate endDate orgSourcedId',
    );
    for (const { id: userId, role, orgs } of this.people()) {
      for (const [at, org] of orgs.entries())
        yield [
          `${userId}-${org}`,
          '',
          '',
          userId,
          at === 0 ? 'primary' : 'secondary',
          role,
          '',
          '',
          school(org),
        ];
    }
  }

  *courses(): Generator<Row> {
    yield columns(
      'sourcedId status dateLastModified schoolYearSourcedId title courseCode orgSourcedId subjects',
    );
    for (const subject of SUBJECTS) yield [subject, '', '', 'year', subject, subject, 'district', subject];
  }

  *classes(): Generator<Row> {
    yield columns(
      'sourcedId status dateLastModified title courseSourcedId classCode schoolSourcedId termSourcedIds',
    );
    for (let at = 0; at < this.classCount; at += 1) {
      const subject = SUBJECTS[at % SUBJECTS.length]!;
      const number = Math.floor(at / SUBJECTS.length);
      yield [
        id('0c', at),
        '',
        '',
        `${subject} ${number}`,
        subject,
        '',
        school(this.schoolOfClass(at)),
        'year',
      ];
    }
  }

  *enrollments(): Generator<Row> {
    yield columns(
      'sourcedId status dateLastModified classSourcedId userSourcedId role primary beginDate endDate',
    );
    for (let at = 0; at < this.classCount; at += 1) {
      const teacher = this.schoolOfClass(at) + this.schools * (at % this.staffPerSchool);
      yield [id('e0', at), '', '', id('0c', at), id('af', teacher), 'teacher', 'true', '', ''];
    }
    const seen = new Array<number>(this.schools).fill(0);
    let number = 0;
    for (const { id: studentId, role, orgs } of this.people()) {
      if (role !== 'student') continue;
      const place = seen[orgs[0]!]!++;
      for (let nth = 0; nth < CLASSES_PER_STUDENT; nth += 1) {
        const inSchool = (Math.floor(place / CLASS_SIZE) * CLASSES_PER_STUDENT + nth) % this.classesPerSchool;
        const at = orgs[0]! * this.classesPerSchool + inSchool;
        yield [
          id('e1', number++),
          '',
          '',
          id('0c', at),
          studentId,
          'student',
          'false',
          '2026-08-20',
          '2027-06-20',
        ];
      }
    }
  }

  /** `file:line code` of what an import has to find wrong: each in a row of its own, after all others. */
  get spoiled(): string[] {
    const after = this.staff + this.students + this.guardians + 2;
    return ['missing_sourced_id', 'duplicate_sourced_id', 'column_count'].map(
      (code, at) => `users.csv:${after + at} ${code}`,
    );
  }

  private *spoiledUsers(): Generator<Row> {
    const rest = COMMON_BEFORE.length + 2 + COMMON_AFTER.length - 1;
    yield ['', ...new Array<string>(rest).fill('x')];
    yield [id('af', 0), ...new Array<string>(rest).fill('x')];
    yield [id('ab', 1e9), ...new Array<string>(rest + 1).fill('x')];
  }

  private *people(): Generator<Person> {
    for (let at = 0; at < this.staff; at += 1) {
      yield person(id('af', at), ROLES[at % ROLES.length]!, [at % this.schools], at);
    }
    let [child, adult] = [0, 0];
    for (const family of families(this.size - this.staff)) {
      const children = Array.from({ length: family.children }, () => child++);
      const adults = Array.from({ length: family.adults }, () => adult++);
      const childIds = children.map((at) => id('ab', at));
      const adultIds = adults.map((at) => id('ad', at));
      const orgs = [...new Set(children.map((at) => at % this.schools))];
      for (const at of children)
        yield {
          ...person(id('ab', at), 'student', [at % this.schools], at),
          grade: grade(at),
          related: adultIds,
        };
      for (const at of adults)
        yield { ...person(id('ad', at), RELATIVES[at % RELATIVES.length]!, orgs, at), related: childIds };
    }
  }

  private get classesPerSchool(): number {
    return Math.ceil(this.students / this.schools / CLASS_SIZE) * CLASSES_PER_STUDENT;
  }

  private get staffPerSchool(): number {
    return Math.floor(this.staff / this.schools);
  }

  private schoolOfClass(at: number): number {
    return Math.floor(at / this.classesPerSchool);
  }
}

const COMMON_BEFORE = columns('sourcedId status dateLastModified enabledUser');
const COMMON_AFTER = columns(
  'username givenName familyName middleName identifier email sms phone agentSourcedIds grades password',
);
