import type { AudienceInput } from './audience.dto.js';
import type { AudienceType } from './audience.js';

/** An audience as items store it. */
export interface AudienceColumns {
  audienceType: AudienceType;
  audienceYears: number[];
  audienceOrganizationIds: string[];
}

/**
 * Left out, it stays as it is; null, or left out of something new, it is the default: the item's organization, or the
 * school where it has none (contract section 14, rule 1).
 */
export function audienceFrom(
  given: AudienceInput | null | undefined,
  organizationId: string | null,
  present: AudienceColumns | null,
): AudienceColumns {
  if (given === undefined && present) return audienceOf(present);
  if (!given) return audienceByDefault(organizationId);
  return {
    audienceType: given.type,
    audienceYears: given.type === 'graduation_years' ? distinct(given.graduation_years) : [],
    audienceOrganizationIds: given.type === 'organizations' ? distinctIds(given.organization_ids) : [],
  };
}

const audienceOf = (of: AudienceColumns): AudienceColumns => ({
  audienceType: of.audienceType,
  audienceYears: of.audienceYears,
  audienceOrganizationIds: of.audienceOrganizationIds,
});

const audienceByDefault = (organizationId: string | null): AudienceColumns => ({
  audienceType: organizationId ? 'organizations' : 'school',
  audienceYears: [],
  audienceOrganizationIds: organizationId ? [organizationId] : [],
});

const distinct = <T>(values: T[] = []): T[] => [...new Set(values)];

/** As the database has them: an id is the same in either case. */
const distinctIds = (ids: string[] = []): string[] => distinct(ids.map((id) => id.toLowerCase()));
