import type { ProfileVisibility } from '../../policy/privacy-mask.js';
import type { GuardianRelation } from './guardian-relation.js';

export interface ImportedAddress {
  line1: string | null;
  line2: string | null;
  city: string | null;
  region: string | null;
  postalCode: string | null;
  country: string | null;
}

/** A student as a source has it. Texts are normalised (`normalizeText`, `normalizeEmail`) by the caller. */
export interface ImportedStudent {
  /** Unique within one feed. */
  sourceId: string;
  /** Fingerprint of everything below; equal digests mean that the source has nothing new. */
  digest: string;
  firstName: string;
  middleName: string | null;
  lastName: string;
  preferredName: string | null;
  graduationYear: number | null;
  grade: string | null;
  email: string | null;
  phone: string | null;
  /** Absent keeps what is stored, null clears it. A changed address clears the coordinates unless they are given too. */
  address?: ImportedAddress | null;
  /** Degrees, WGS 84; absent keeps what is stored. Given together or not at all. */
  latitude?: number | null;
  longitude?: number | null;
  /** Absent keeps what is stored; a new student's address is visible. */
  addressVisible?: boolean;
  /** True: stored, but not on the roster. Absent means false. */
  archived?: boolean;
}

/** An adult of a student as a source has it: one a student and adult. */
export interface ImportedGuardian {
  studentSourceId: string;
  /** The adult's id; unique within one student's guardians. */
  sourceId: string;
  /** Fingerprint of everything below; it does not depend on the student. */
  digest: string;
  firstName: string;
  lastName: string;
  email: string | null;
  phone: string | null;
  relation: GuardianRelation;
  isPrimary: boolean;
  /**
   * Not said by the source, but read from what is stored before the feed's lock was had: that this adult is the student's
   * (`link`), or who the adult is (`adult`). Nobody is made of what is gone meanwhile.
   */
  readFromStored?: 'link' | 'adult';
  /** Absent keeps what is stored; see `RosterFeedService.feedGuardians` for a new guardian. */
  profileVisibility?: ProfileVisibility;
}

/** Whose records a feed may touch. */
export interface ImportTarget {
  schoolId: string;
  /**
   * The system the records come from. Null: whichever source the school has the id from, and `content`
   * where the school does not have it.
   */
  source: string | null;
}

export interface GuardianLink {
  studentSourceId: string;
  sourceId: string;
}
