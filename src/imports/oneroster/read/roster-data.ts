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
  /** `YYYY-MM-DD`, as are all dates here. */
  start: string | null;
  end: string | null;
}

export interface UserRow {
  line: number;
  id: string;
  /** Neither disabled nor deleted. */
  active: boolean;
  givenName: string;
  familyName: string;
  middleName: string;
  preferredName: string;
  email: string;
  phone: string;
  grades: string;
  agentIds: string[];
  /** As users.csv has it (1.1): each role at each org. */
  roles: string[];
  orgIds: string[];
}

/** A role of a user at an org, as roles.csv has it (1.2). */
export interface RoleRow {
  line: number;
  userId: string;
  active: boolean;
  role: string;
  primary: boolean;
  orgIds: string[];
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

/** One export, read and not yet understood. Nothing of it has been judged against the rest. */
export interface RosterData {
  modes: FileModes;
  orgs: Map<string, OrgRow>;
  /** School years only. */
  schoolYears: SessionRow[];
  users: Map<string, UserRow>;
  /** Ids of users whose row could not be taken: what is stored of them is left alone. */
  unreadUserIds: Set<string>;
  /** By user id. */
  roles: Map<string, RoleRow[]>;
  relationships: RelationshipRow[];
  /** False when users.csv has no column for relations: it then says nothing about them. */
  saysAgents: boolean;
}
