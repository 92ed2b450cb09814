import { Injectable } from '@nestjs/common';
import { holdsLiveGrant, isOrganizationVisible } from '../../policy/organization-access.js';
import { VIEWER, viewerParameters } from '../../policy/audience.js';
import type { WriteContext } from '../../platform/auth/write-context.js';
import { isRetained } from '../../policy/answered-item.js';
import { isEventDeleted, isEventVisible } from '../../policy/event-visibility.js';
import type { NamedEvent, Publication } from './publication.js';

/** Whether what the item refers to is there for the caller, and whether they manage its organization. */
export interface References {
  organization: 'managed' | 'seen' | null;
  category: boolean;
  /** The right to the organizations that it is addressed to. */
  audience: 'managed' | 'seen' | null;
}

const REFERENCES = `
  select
    (select case when ${VIEWER.admin}::boolean or ${holdsLiveGrant('o', VIEWER)} then 'managed' else 'seen' end
      from organizations o
      where o.school_id = $1 and o.id = $5 and ${isOrganizationVisible('o', VIEWER.admin)}) as organization,
    exists (select from categories c where c.school_id = $1 and c.id = $6) as category,
    (select case when count(*) < cardinality($7::uuid[]) then null
        when coalesce(bool_and(${VIEWER.admin}::boolean or ${holdsLiveGrant('o', VIEWER)}), true) then 'managed' else 'seen' end
      from organizations o
      where o.school_id = $1 and o.id = any($7::uuid[]) and ${isOrganizationVisible('o', VIEWER.admin)}) as audience`;

/** After the viewer's parameters, $5: the event, or the series with $6: the original start of the occurrence. */
const FIND_EVENT = `
  select e.id from events e where e.school_id = $1 and e.id = $5 and e.series_id is null and ${isEventVisible('e', VIEWER)}`;
const FIND_OCCURRENCE = `
  select e.id from events e where e.school_id = $1 and e.series_id = $5 and e.original_start = $6 and ${isEventVisible('e', VIEWER)}`;

/** Tables of what managers publish through the API; `events` has the occurrences of series, too. */
export type ItemTable = 'notices' | 'documents' | 'events' | 'polls' | 'signups' | 'permission_slips';

/** SQL of those that count: what is answered also as long as its deletion can be undone. */
const COUNTED: Record<ItemTable, string> = {
  notices: 'true',
  documents: 'true',
  events: `not ${isEventDeleted('item')}`,
  polls: isRetained('item', 'moment.now'),
  signups: isRetained('item', 'moment.now'),
  permission_slips: isRetained('item', 'moment.now'),
};

/** SQL of the text that lists send with each item. */
const LISTED_TEXT: Record<ItemTable, string> = {
  notices: 'item.body',
  documents: 'item.description',
  events: 'item.description',
  polls: 'item.description',
  signups: 'item.description',
  permission_slips: 'item.summary',
};

@Injectable()
export class PublishingRightsRepository {
  /**
   * Items of the school, or of one of its organizations, without those that are gone, and the bytes of their texts. Another
   * request that adds to them waits until the transaction ends.
   * @param table a name of the product's own
   */
  async measureItems(
    { manager, member, now }: WriteContext,
    table: ItemTable,
    organizationId: string | null,
  ): Promise<{ items: number; bytes: number }> {
    await manager.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `${table}:${member.schoolId}`,
    ]);
    const [row] = await manager.query<[{ items: number; bytes: number }]>(
      `select count(*)::int as items, coalesce(sum(octet_length(${LISTED_TEXT[table]})), 0)::float8 as bytes
       from ${table} item cross join (select $3::timestamptz as now) moment
       where school_id = $1 and ($2::uuid is null or organization_id = $2)
         and ${COUNTED[table]}`,
      [member.schoolId, organizationId, now],
    );
    return row;
  }

  async findReferences(
    { manager, member, now }: WriteContext,
    publication: Publication,
  ): Promise<References> {
    const [row] = await manager.query<[References]>(REFERENCES, [
      ...viewerParameters(member, now),
      publication.organizationId,
      publication.categoryId,
      publication.audienceOrganizationIds,
    ]);
    return row;
  }

  /** The row of an event that the member may see; null where there is none. */
  async findEvent({ manager, member, now }: WriteContext, reference: NamedEvent): Promise<string | null> {
    const [sql, named] =
      'id' in reference
        ? [FIND_EVENT, [reference.id]]
        : [FIND_OCCURRENCE, [reference.seriesId, reference.key]];
    const parameters = [...viewerParameters(member, now), ...named];
    const [row] = await manager.query<{ id: string }[]>(sql, parameters);
    return row?.id ?? null;
  }
}
