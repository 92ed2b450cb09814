/** A grant as an operator or a file states it. */
export interface FedGrant {
  organizationId: string;
  membershipId: string;
  /** UTC; null keeps what is stored, and for a new grant is now. */
  startsAt: Date | null;
  /** One that is stored and has yet to start does so now. */
  atOnce?: boolean;
  /** UTC; absent keeps what is stored, null: until revoked. */
  expiresAt?: Date | null | undefined;
  /** Absent keeps what is stored. */
  revoked?: boolean | undefined;
}

/** By whom and what an operator names a grant. */
export interface GrantReference {
  schoolId: string;
  /** Short name or id. */
  organization: string;
  email: string;
}
