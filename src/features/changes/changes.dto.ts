import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';

const ITEM_TYPES = [
  'student',
  'staff_member',
  'organization',
  'organization_roster',
  'event',
  'series',
  'notice',
  'document',
  'poll',
  'signup',
  'permission_slip',
  'menu',
  'category',
  'list',
  'note',
  'notification',
  'features',
  'me',
] as const;

export type ItemType = (typeof ITEM_TYPES)[number];

export class ChangedItem {
  @ApiProperty({ enum: ITEM_TYPES })
  type: ItemType;

  /**
   * The id by which the item is read; of an `organization_roster` it is the organization's, of a `note` the student's, of
   * `features` the school's, and of `me` the membership's.
   */
  id: string;

  /** `changed`: read it anew, it may be new to you. `removed`: drop it, you may read it no more. */
  @ApiProperty({ enum: ['changed', 'removed'] })
  change: 'changed' | 'removed';
}

export class Changes {
  /** At most 1,000, each item once, in the order in which the changes were made. */
  @ApiProperty({ type: [ChangedItem] })
  changes: ChangedItem[];

  /** To be sent as `since` next time. Good for 30 days and for this caller alone. */
  cursor: string;

  /** True when there is more already: call again with the cursor at once. */
  more: boolean;
}

export class ChangesQuery {
  /** The cursor of the answer before. Left out or empty: no changes, and a cursor of now. */
  @IsOptional()
  @IsString()
  @ApiPropertyOptional({ type: String })
  since?: string;
}
