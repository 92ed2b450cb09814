import type { Member } from '../../platform/auth/caller.js';
import type { AudienceType } from '../../policy/audience.js';

/** Columns of an item's row on which the right to publish depends. */
export interface Publication {
  organizationId: string | null;
  categoryId: string | null;
  audienceType: AudienceType;
  audienceYears: number[];
  audienceOrganizationIds: string[];
}

/** What an item adds to the list of its kind. */
export interface ListedItem {
  organizationId: string | null;
  /** Sent with the list, for each occurrence of a series. */
  text: string | null;
  /** Of a series; else one. */
  occurrences?: number;
}

/** An event by itself, or an occurrence by its series and original start. */
export type NamedEvent = { id: string } | { seriesId: string; key: string };

/** An item as the caller may see it, and whether they may change it. */
export interface VisibleItem<Body> {
  body: Body;
  managed: boolean;
}

/** The school whose an item is, and who brought it. */
export interface Origin {
  schoolId: string;
  /** Null for what an import brings. */
  createdByMembershipId: string | null;
  source: string;
  /** The key in the source; null for what the API made. */
  sourceId: string | null;
  sourceDigest: string | null;
}

/** Columns with the contents of an item: everything but its origin, and what was done with it when. */
export type DetailsOf<Item> = Omit<
  Item,
  | keyof Origin
  | 'id'
  | 'alertedAt'
  | 'remindedAt'
  | 'lastReminderAt'
  | 'createdAt'
  | 'updatedAt'
  | 'deletedAt'
>;

export const originOfMember = ({ schoolId, membershipId }: Member): Origin => ({
  schoolId,
  createdByMembershipId: membershipId,
  source: 'api',
  sourceId: null,
  sourceDigest: null,
});
