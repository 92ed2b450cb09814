import type { PersonText } from './columns.js';
import type { FileModes } from './manifest.js';

export interface OrgRow {
  line: number;
  id: string;
  active: boolean;
  name: string;
  /** Lower case, letters only. */
  type: string;
  parentId: string;
}

export interface SessionRow {
  line: number;
  id: string;
  title: string;
  /** `YYYY-MM-DD`, as are all dates here. */
  start: string | null;
  end: string | null;
}

export interface UserRow extends Record<PersonText, string> {
  line: number;
  id: string;
  /** Neither disabled nor deleted. */
  active: boolean;
  email: string;
  phone: string;
  grades: string;
  agentIds: readonly string[];
  /** Of a student: agents whom a court keeps apart from them. */
  restrictedIds: readonly string[];
  /** Roles in users.csv (1.1): every one applies at every org. */
  roles: readonly string[];
  orgIds: readonly string[];
}

/** A role of a user at an org, as roles.csv has it (1.2). */
export interface RoleRow {
  line: number;
  userId: string;
  active: boolean;
  role: string;
  primary: boolean;
  orgIds: readonly string[];
  endDate: string | null;
  grades: string;
}

export interface RelationshipRow {
  line: number;
  active: boolean;
  userId: string;
  otherId: string;
  role: string;
}

export interface CourseRow {
  title: string;
  /** School year of the course. */
  yearId: string;
  subjects: string[];
}

export interface ClassRow {
  line: number;
  id: string;
  active: boolean;
  title: string;
  code: string;
  courseId: string;
  orgId: string;
  termIds: string[];
  subjects: string[];
}

export interface EnrollmentRow {
  line: number;
  active: boolean;
  userId: string;
  role: string;
  primary: boolean;
  /** The first and the last day; null where it is left open. */
  begin: string | null;
  end: string | null;
}

/** One export, read and not yet understood. Nothing of it has been judged against the rest. */
export interface RosterData {
  modes: FileModes;
  orgs: Map<string, OrgRow>;
  /** By id, without the deleted ones. */
  sessions: Map<string, SessionRow>;
  /** Those sessions that are school years. */
  schoolYears: SessionRow[];
  users: Map<string, UserRow>;
  /** Ids of users whose row could not be taken: what is stored of them is left alone. */
  unreadUserIds: Set<string>;
  /** By user id. */
  roles: Map<string, RoleRow[]>;
  relationships: RelationshipRow[];
  /** Ids of people of whose relations a row could not be taken: none of theirs is taken away. */
  unreadRelatives: Set<string>;
  courses: Map<string, CourseRow>;
  classes: Map<string, ClassRow>;
  /** Ids of classes of whom a row, or an enrolment, could not be taken. */
  unreadClassIds: Set<string>;
  /** By class id. */
  enrollments: Map<string, EnrollmentRow[]>;
  /** False when users.csv has no column for relations: it then says nothing about them. */
  saysAgents: boolean;
}
