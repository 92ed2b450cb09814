import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { viewerParameters } from '../../policy/audience.js';
import type { ItemType } from './changes.dto.js';
import { couldRead, ITEM_VISIBILITY } from './item-visibility.sql.js';
import type { FormerState } from './touched-items.js';

/** An item that is asked for, and the moment from which on it was as it is now. */
export interface ItemQuery {
  id: string;
  since: Date;
}

export interface FoundItem {
  id: string;
  /** The caller may read it now. */
  visible: boolean;
  /** The caller may not, and could since that moment. */
  visibleBefore: boolean;
}

const STATEMENTS = new Map(
  Object.entries(ITEM_VISIBILITY).flatMap(([type, { wasVisible }]) =>
    wasVisible ? [[type as ItemType, couldRead(wasVisible)] as const] : [],
  ),
);

@Injectable()
export class ItemVisibilityRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Items of one type, as the caller may read them; none for an item that is not there. */
  findItems(member: Member, type: ItemType, items: ItemQuery[], now: Date): Promise<FoundItem[]> {
    const { sql } = ITEM_VISIBILITY[type];
    return this.dataSource.query(sql, [...viewerParameters(member, now), JSON.stringify(items)]);
  }

  /** Ids of the items of one type that the caller could read as they were before. */
  async findVisibleBefore(
    member: Member,
    type: ItemType,
    states: (FormerState & { from: Date })[],
    now: Date,
  ): Promise<string[]> {
    const statement = STATEMENTS.get(type);
    if (!statement || states.length === 0) return [];
    const rows = await this.dataSource.query<{ id: string }[]>(statement, [
      ...viewerParameters(member, now),
      JSON.stringify(states.map(toRow)),
    ]);
    return rows.map(({ id }) => id);
  }
}

const toRow = ({ id, audience, from, until }: FormerState & { from: Date }) => ({
  id,
  since: from,
  until,
  organization_id: audience.organizationId,
  audience_type: audience.audienceType,
  audience_years: audience.audienceYears,
  audience_organization_ids: audience.audienceOrganizationIds,
  opens_at: audience.window?.from ?? null,
  visible_until: audience.window?.until ?? null,
});
