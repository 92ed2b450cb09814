/** A member of staff as a source has it. Texts are normalised (`normalizeText`, `normalizeEmail`) by the caller. */
export interface ImportedStaff {
  /** Unique within one feed. */
  sourceId: string;
  /** Fingerprint of everything below; equal digests mean that the source has nothing new. */
  digest: string;
  firstName: string;
  lastName: string;
  title: string | null;
  department: string | null;
  email: string | null;
  phone: string | null;
  room: string | null;
}

export interface StaffImportTarget {
  schoolId: string;
  source: string;
}
