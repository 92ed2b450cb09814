import type { ImportedOrganization } from '../../../features/organizations/organization-import.js';
import type { IssueLog, SourceLocation } from '../issue-log.js';
import type { ClassRow, EnrollmentRow, RosterData } from '../parse/roster-data.js';
import { datesOf, rosterDay, type ClassDates } from './school-year.js';
import { contentHash } from '../../../platform/database/content-hash.js';
import { ORGANIZATION_COLUMNS } from '../../../features/organizations/organization.columns.js';
import { type ClassRoster, rosterOf } from './class-roster.js';
import type { OrgTree } from './org-tree.js';
import type { StoredRoster } from './stored-roster.js';

export interface ClassPlan {
  sourceId: string;
  /** Null for a class that is known from before and has no row. */
  organization: ImportedOrganization | null;
  /** Null when the export says nothing of it. */
  roster: ClassRoster | null;
  /** True: whoever is not given, and not unclear, leaves. */
  isComplete: boolean;
}

/** The classes of one school. */
export interface SchoolClasses {
  classes: ClassPlan[];
  /** Source ids of classes that go into the archive. */
  leaving: string[];
  /** Classes of a full replacement: those not given, and not in `unclear`, go into the archive too. */
  replaces: boolean;
  unclear: ReadonlySet<string>;
}

export interface PlannedClasses {
  /** Source ids of the schools of which there is something to do. */
  schoolIds: ReadonlySet<string>;
  of: (schoolId: string) => SchoolClasses;
}

/** The day of the import, and the day of the school year that is nearest to it; `YYYY-MM-DD`. */
export interface PlanDays {
  date: string;
  asOf: string;
}

/** Makes of the classes of an export what is to be stored. */
export class ClassPlanner {
  private readonly schools = new Map<string, ClassPlan[]>();
  private readonly leaving = new Map<string, string[]>();
  private readonly unclear: Set<string>;

  constructor(
    private readonly from: { data: RosterData; orgs: OrgTree; stored: StoredRoster; days: PlanDays },
    private readonly log: IssueLog,
  ) {
    this.unclear = new Set(from.data.unreadClassIds);
  }

  plan(): PlannedClasses {
    const { data, stored } = this.from;
    for (const row of data.classes.values()) this.take(row);
    for (const [id, known] of stored.classes) {
      if (!data.classes.has(id)) this.takeStored(id, known);
    }
    for (const id of data.enrollments.keys()) this.reportUnknown(id);
    this.reportAllEnded();
    return { schoolIds: new Set([...this.schools.keys(), ...this.leaving.keys()]), of: (id) => this.of(id) };
  }

  private of(schoolId: string): SchoolClasses {
    const { data } = this.from;
    const isNamed = this.schools.has(schoolId) || data.orgs.has(schoolId);
    return {
      classes: this.schools.get(schoolId) ?? [],
      leaving: this.leaving.get(schoolId) ?? [],
      // A full replacement must not empty a school that the export does not name.
      replaces: data.modes.classes === 'bulk' && isNamed,
      unclear: this.unclear,
    };
  }

  private take(row: ClassRow): void {
    const { data, orgs, stored, days } = this.from;
    const known = stored.classes.get(row.id);
    if (!row.active) {
      if (known) push(this.leaving, known.schoolSourceId, row.id);
      return;
    }
    const location = { file: 'classes.csv', line: row.line };
    const meaning = orgs.meaningOf(row.orgId);
    const name = nameOf(row, data);
    if (meaning.kind !== 'school' || name === null) {
      this.unclear.add(row.id);
      this.reportRefused(row, location, meaning.kind);
      return;
    }
    if (known && known.schoolSourceId !== meaning.schoolId) push(this.leaving, known.schoolSourceId, row.id);
    const dates = datesOf(row, data);
    this.reportUnknownTerms(row, dates, location);
    const rows = this.takeEnrollments(row.id);
    push(this.schools, meaning.schoolId, {
      sourceId: row.id,
      organization: organizationOf(row, name, dates, this.from),
      roster: this.roster(rows, rosterDay(dates, rows, days)),
      isComplete: this.isComplete(row.id),
    });
  }

  /** Enrolments may change without the class: its row need not come again. */
  private takeStored(
    id: string,
    { schoolSourceId, archived }: { schoolSourceId: string; archived: boolean },
  ) {
    const { days } = this.from;
    const rows = this.takeEnrollments(id);
    const roster = archived && rows.length === 0 ? null : this.roster(rows, days.asOf);
    if (!roster || this.unclear.has(id)) return;
    push(this.schools, schoolSourceId, {
      sourceId: id,
      organization: null,
      roster,
      isComplete: this.isComplete(id),
    });
  }

  /** Forgotten once they are taken: there are more of them than of all else together. */
  private takeEnrollments(id: string): EnrollmentRow[] {
    const { enrollments } = this.from.data;
    const rows = enrollments.get(id) ?? [];
    enrollments.delete(id);
    return rows;
  }

  private roster(rows: EnrollmentRow[], day: string): ClassRoster | null {
    const { data } = this.from;
    if (data.modes.enrollments === 'absent') return null;
    return rosterOf(rows, { on: day, changesOnly: data.modes.enrollments === 'delta' }, data, this.log);
  }

  private isComplete(id: string): boolean {
    return this.from.data.modes.enrollments === 'bulk' && !this.unclear.has(id);
  }

  private reportRefused(row: ClassRow, location: SourceLocation, meaning: string): void {
    if (meaning === 'closed') return;
    if (meaning === 'school') {
      this.log.error(location, 'missing_name', row.id, 'The class has no title; it was left alone.');
    } else {
      const message = `${row.id} is a class of an org that leads to no school; it was left alone.`;
      this.log.error(location, 'unknown_school', row.orgId, message);
    }
  }

  private reportUnknownTerms({ termIds }: ClassRow, { terms }: ClassDates, location: SourceLocation): void {
    const known = new Set(terms.map(({ id }) => id));
    if (this.from.data.modes.academicSessions !== 'bulk') return;
    for (const id of termIds.filter((termId) => !known.has(termId))) {
      this.log.warn(location, 'unknown_term', id, 'The export has no such term; it was left out.');
    }
  }

  /** Said once, so that nobody looks for the classes of an old export in vain. */
  private reportAllEnded(): void {
    const given = [...this.schools.values()].flat().flatMap(({ organization }) => organization ?? []);
    if (given.length === 0 || !given.every(({ archived }) => archived)) return;
    const message = `Every class has ended before ${this.from.days.date}; they went into the archive, with their rosters.`;
    const count = String(given.length);
    this.log.warn({ file: 'classes.csv', line: 0 }, 'all_classes_ended', count, message);
  }

  private reportUnknown(classId: string): void {
    const { data, stored } = this.from;
    if (data.classes.has(classId) || stored.classes.has(classId) || this.unclear.has(classId)) return;
    for (const { line, active } of data.enrollments.get(classId) ?? []) {
      if (!active) continue;
      const message = 'The class is not known; the enrolment was skipped.';
      this.log.error({ file: 'enrollments.csv', line }, 'unknown_class', classId, message);
    }
  }
}

/** The title, else that of the course, else the code of the class. */
function nameOf(row: ClassRow, data: RosterData): string | null {
  return cut(row.title || data.courses.get(row.courseId)?.title || row.code);
}

function organizationOf(
  row: ClassRow,
  name: string,
  dates: ClassDates,
  { data, days }: { data: RosterData; days: PlanDays },
): ImportedOrganization {
  const category = categoryOf(row, name, data);
  const season = cut(
    dates.terms
      .map(({ title }) => title)
      .filter(Boolean)
      .join(', '),
  );
  // An export of changes need not say again what a term or a course is.
  const saysTerms = data.modes.academicSessions === 'bulk' || dates.terms.length > 0;
  const saysCourses = data.modes.courses === 'bulk' || category !== null;
  return {
    sourceId: row.id,
    ...contentHash(ORGANIZATION_COLUMNS, { name, category, season }),
    kind: 'class',
    name,
    shortNameFrom: row.code || name,
    ...(saysCourses && { category }),
    ...(saysTerms && { season }),
    archived: dates.end === null && !saysTerms ? undefined : dates.end !== null && dates.end < days.date,
  };
}

/** The subject, else the course; nothing where that is a bare number, or the name of the class over again. */
function categoryOf(row: ClassRow, name: string, data: RosterData): string | null {
  const course = data.courses.get(row.courseId);
  const [subject] = [...row.subjects, ...(course?.subjects ?? [])].filter((text) => /\p{L}/u.test(text));
  if (subject !== undefined) return cut(subject);
  const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return course && plain(course.title) !== plain(name) ? cut(course.title) : null;
}

const cut = (text: string): string | null => text.slice(0, 200).toWellFormed().trim() || null;

function push<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

/** A school without people in a full replacement keeps its classes too, unless they are given. */
export function classesAt(
  school: { id: string; hasPeople: boolean },
  planned: PlannedClasses,
): SchoolClasses {
  const classes = planned.of(school.id);
  return { ...classes, replaces: classes.replaces && (school.hasPeople || classes.classes.length > 0) };
}
