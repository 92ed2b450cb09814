import type { SchoolPlan } from './roster-plan.js';
import { eachTime } from './roster-plan.js';
import type { StoredStudent } from './stored-roster.js';

/** Schools by the student whom the export has there; all of them source ids. */
export type PlacesOfStudents = ReadonlyMap<string, readonly string[]>;

export function placesOf(schools: Pick<SchoolPlan, 'sourceId' | 'given'>[]): PlacesOfStudents {
  const places = new Map<string, string[]>();
  for (const { sourceId, given } of schools)
    for (const student of given.students) {
      const known = places.get(student);
      if (known) known.push(sourceId);
      else places.set(student, [sourceId]);
    }
  return places;
}

/** The plan of a school without those who do not come yet. */
export function withoutWaiting(plan: SchoolPlan, { waiting }: SchoolMoves): SchoolPlan {
  if (waiting.size === 0) return plan;
  const here = (sourceId: string): boolean => !waiting.has(sourceId);
  return {
    ...plan,
    students: eachTime(() => Iterator.from(plan.students).filter(({ sourceId }) => here(sourceId))),
    guardians: eachTime(() =>
      Iterator.from(plan.guardians).filter(({ studentSourceId }) => here(studentSourceId)),
    ),
    given: { ...plan.given, students: plan.given.students.filter(here) },
    guardiansCompleteFor: plan.guardiansCompleteFor.filter(here),
  };
}

/** Moves of students between schools, for one of the schools. */
export interface SchoolMoves {
  /** Source ids of those who come when the other school lets them go. */
  waiting: ReadonlySet<string>;
  /** By source id those whom the school keeps until another one takes them, as they were before the run. */
  moving: ReadonlyMap<string, StoredStudent>;
  /** Source ids of those whom the school takes, by the id of the school that they leave. */
  from: ReadonlyMap<string, string[]>;
}

export type WaitingCode = 'move_waits' | 'arrival_waits' | 'departure_waits';

/** A student of the export who is not where it has them, because a school was refused. Schools are source ids. */
export interface WaitingStudent {
  code: WaitingCode;
  student: string;
  refused: string;
  from: string | null;
  to: string | null;
}

export interface Moves {
  of(school: string): SchoolMoves;
  waiting: WaitingStudent[];
}

/**
 * A student who is on the roster of schools that the export does not have them at, and not yet on one where it has them, moves:
 * the school that takes them archives them where they were, in its own transaction, and nobody else does. So they are on one
 * roster whichever school is done first. Where one of the two is refused nothing happens to them.
 * @param unclear of whom the export does not tell for certain where they belong: they leave no school
 */
export function planMoves(
  places: PlacesOfStudents,
  stored: StoredStudent[],
  refused: ReadonlySet<string>,
  unclear: ReadonlySet<string>,
): Moves {
  return new MovePlanner(refused, unclear).plan(places, stored);
}

interface Place {
  student: string;
  wanted: readonly string[];
  arriving: string[];
  leaving: StoredStudent[];
}

class MovePlanner {
  private readonly waiting: WaitingStudent[] = [];
  private readonly schools = new Map<string, MovesOfOne>();

  constructor(
    private readonly refused: ReadonlySet<string>,
    private readonly unclear: ReadonlySet<string>,
  ) {}

  plan(places: PlacesOfStudents, stored: StoredStudent[]): Moves {
    const had = Map.groupBy(stored, ({ sourceId }) => sourceId);
    for (const [student, schools] of places) this.place(student, schools, had.get(student) ?? []);
    return { of: (school) => this.school(school), waiting: this.waiting };
  }

  private place(student: string, wanted: readonly string[], had: StoredStudent[]): void {
    const arriving = wanted.filter((school) => !had.some(({ schoolSourceId }) => schoolSourceId === school));
    const left = had.filter(({ schoolSourceId }) => !wanted.includes(schoolSourceId));
    const leaving = this.unclear.has(student) ? [] : left;
    const isMove = leaving.length > 0 && arriving.length === wanted.length;
    if (isMove) this.move({ student, wanted, arriving, leaving });
    else this.tellApart({ student, wanted, arriving, leaving });
  }

  private move({ student, wanted, arriving, leaving }: Place): void {
    for (const stored of leaving) this.school(stored.schoolSourceId).moving.set(student, stored);
    const open = arriving.filter((school) => !this.refused.has(school));
    const shut = leaving.find(({ schoolSourceId }) => this.refused.has(schoolSourceId));
    if (open.length === 0 || shut) {
      for (const school of arriving) this.school(school).waiting.add(student);
      const [from, to] = [(shut ?? leaving[0]!).schoolSourceId, (open[0] ?? arriving[0])!];
      const refused = open.length === 0 ? to : from;
      this.waiting.push({ code: 'move_waits', student, refused, from, to });
      return;
    }
    for (const school of open)
      for (const { schoolId } of leaving) this.school(school).take(schoolId, student);
    this.tellApart({ student, wanted, arriving, leaving: [] });
  }

  /** Plans arriving and leaving as separate steps of the schools; a step that a refused school does not do is reported. */
  private tellApart({ student, arriving, leaving }: Place): void {
    for (const to of arriving.filter((school) => this.refused.has(school)))
      this.waiting.push({ code: 'arrival_waits', student, refused: to, from: null, to });
    for (const { schoolSourceId: from } of leaving.filter((old) => this.refused.has(old.schoolSourceId)))
      this.waiting.push({ code: 'departure_waits', student, refused: from, from, to: null });
  }

  private school(sourceId: string): MovesOfOne {
    let school = this.schools.get(sourceId);
    if (!school) this.schools.set(sourceId, (school = new MovesOfOne()));
    return school;
  }
}

class MovesOfOne implements SchoolMoves {
  readonly waiting = new Set<string>();
  readonly moving = new Map<string, StoredStudent>();
  readonly from = new Map<string, string[]>();

  take(schoolId: string, student: string): void {
    const students = this.from.get(schoolId);
    if (students) students.push(student);
    else this.from.set(schoolId, [student]);
  }
}
