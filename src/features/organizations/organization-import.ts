import type { ContentHash } from '../../platform/database/row-columns.js';
import { SHORT_NAME } from './short-name.js';
import { slug } from '../../platform/text/normalize.js';
import type { ImportedOrganizationColumns } from './organization.columns.js';
import { trimmedEnd } from '../../platform/text/trimmed-end.js';

/** An organization as a source has it. */
export interface ImportedOrganization extends Omit<ImportedOrganizationColumns, 'shortName'>, ContentHash {
  /** Unique within one import. */
  sourceId: string;
  /** Text that the short name of a new organization is made of; one that is stored keeps its own. */
  shortNameFrom: string;
  /** Absent keeps what is stored; a new organization is not archived. */
  archived?: boolean | undefined;
}

/** The school and source whose organizations an import may change. */
export interface OrganizationImportTarget {
  schoolId: string;
  /** The system that the records come from. */
  source: string;
}

/** The people of one organization, by the ids that they have here. */
export interface ImportedRoster<P> {
  organizationId: string;
  present: P[];
  /** Ids of people whom the import takes away again, or `others`: whoever it put there and does not name now. */
  leaving: string[] | 'others';
}

/** Exactly one of the three ids. */
export interface ImportedLeader {
  staffMemberId?: string;
  membershipId?: string;
  studentId?: string;
  title: string;
}

export interface LeaderImport {
  rosters: ImportedRoster<ImportedLeader>[];
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

/** Characters of a short name that is made of a title. */
const LENGTH = 80;

/**
 * Hands out short names of one school, each once: `algebra-2`, then `algebra-2-2`. A text that is one already is kept to
 * the letter: a content file finds its organizations again by it.
 */
export class ShortNames {
  private readonly next = new Map<string, number>();

  constructor(private readonly taken: Set<string>) {}

  /** @param fallback when the text has no Latin letter and no digit */
  take(text: string, fallback: string): string {
    const made = () => trimmedEnd(slug(text).slice(0, LENGTH), /-/) || fallback;
    const base = SHORT_NAME.test(text) ? text : made();
    for (let count = this.next.get(base) ?? 1; ; count += 1) {
      const name = count === 1 ? base : `${base}-${count}`;
      if (this.taken.has(name)) continue;
      this.taken.add(name);
      this.next.set(base, count + 1);
      return name;
    }
  }
}
