import type { OrganizationKind } from './organization-kind.js';

/** An organization as a source has it. Texts are normalised by the caller, rich text is sanitised. */
export interface FedOrganization {
  /** Unique within one feed. */
  sourceId: string;
  /** Fingerprint of what the source says below; equal digests mean that it has nothing new. */
  digest: string;
  kind: OrganizationKind;
  name: string;
  /** What a short name is made of, for an organization that is new; one that is there keeps its own. */
  shortNameFrom: string;
  /** Absent keeps what is stored, null clears it; so for the four below. */
  category?: string | null;
  season?: string | null;
  description?: string | null;
  website?: string | null;
  meetingInfo?: string | null;
  /** Absent keeps what is stored; a new organization is not archived. */
  archived?: boolean | undefined;
}

/** Whose organizations a feed may touch. */
export interface OrganizationFeedTarget {
  schoolId: string;
  /** The system that the records come from. */
  source: string;
}

/** The people of one organization, by the ids that they have here. */
export interface FedRoster<P> {
  organizationId: string;
  present: P[];
  /** Ids of people whom the feed takes away again, or `others`: whoever it put there and does not name now. */
  leaving: string[] | 'others';
}

/** Exactly one of the three ids. */
export interface FedLeader {
  staffMemberId?: string;
  membershipId?: string;
  studentId?: string;
  title: string;
}

export interface LeaderFeed {
  rosters: FedRoster<FedLeader>[];
  /** Ids of people who stay where they are. */
  untouched: string[];
  /** Whether titles that this source gave are written over with those that it gives now. */
  retitles: boolean;
}

/** An organization that is there. */
export interface KnownOrganization {
  id: string;
  source: string;
  sourceId: string;
  shortName: string;
  archived: boolean;
}

/** Ids of people of a school by their source ids; only who is on the roster, or in the staff directory, now. */
export interface SchoolPeople {
  students: Map<string, string>;
  staff: Map<string, string>;
}
