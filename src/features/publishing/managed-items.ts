import { isManageable } from '../../policy/answered-item.js';
import { isAddressedToMember, membersOfSchool, VIEWER } from '../../policy/audience.js';

/**
 * SQL of rows that the caller manages, as `wanted`, with the members of the school as `member`: each audience is counted once,
 * whatever the number of rows that are addressed to it.
 * @param table `polls` or another of what is answered
 * @param condition on a row `item`
 */
export const managedItems = (table: string, condition: string): string => `
  with member as materialized (${membersOfSchool(VIEWER.school, VIEWER.now)}),
  wanted as materialized (
    select item.* from ${table} item where item.school_id = $1 and ${isManageable('item', VIEWER)} and ${condition}),
  audience as materialized (
    select asked.audience_type, asked.audience_years, asked.audience_organization_ids, count(member.id)::int as people
    from (select distinct audience_type, audience_years, audience_organization_ids from wanted) asked
    left join member on ${isAddressedToMember('asked', 'member')}
    group by asked.audience_type, asked.audience_years, asked.audience_organization_ids)`;

/** To be joined to a row of `wanted`. */
export const withAudience = (item: string): string => `
  join audience on audience.audience_type = ${item}.audience_type and audience.audience_years = ${item}.audience_years
    and audience.audience_organization_ids = ${item}.audience_organization_ids`;

/** AudienceBody of a row `withAudience`, and how many people it is. */
export const audienceColumns = (item: string): string => `
  json_build_object('type', ${item}.audience_type, 'graduation_years', ${item}.audience_years,
    'organization_ids', ${item}.audience_organization_ids) as audience, audience.people as audience_count`;
