import type { Member } from '../../access/caller.js';

/** The school whose an item is, and who brought it. */
export interface Origin {
  schoolId: string;
  /** Null for what a feed brings. */
  createdByMembershipId: string | null;
  source: string;
  /** The key in the source; null for what the API made. */
  sourceId: string | null;
  sourceDigest: string | null;
}

export const originOfMember = ({ schoolId, membershipId }: Member): Origin => ({
  schoolId,
  createdByMembershipId: membershipId,
  source: 'api',
  sourceId: null,
  sourceDigest: null,
});
