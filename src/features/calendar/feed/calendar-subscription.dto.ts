import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsOptional, IsString, MaxLength } from 'class-validator';
import { BlankIsNull, DistinctNames } from '../../../platform/http/field-decorators.js';

export class CalendarSubscriptionBody {
  @ApiProperty({ format: 'uuid' })
  id: string;

  name: string;

  /** Whoever has it reads the feed: a secret of its owner. */
  token: string;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  organization_id: string | null;

  @ApiProperty({ type: [String] })
  categories: string[];

  @ApiProperty({ type: [String] })
  tags: string[];

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  /** What a calendar app polls. */
  @ApiProperty({ format: 'uri' })
  feed_url: string;

  /** Opens the calendar app of a device. */
  @ApiProperty({ format: 'uri' })
  webcal_url: string;

  /** Adds the feed to Google Calendar. */
  @ApiProperty({ format: 'uri' })
  google_url: string;
}

export class CreatedSubscription {
  subscription: CalendarSubscriptionBody;
}

export class CalendarSubscriptions {
  /** The caller's own, oldest first. */
  @ApiProperty({ type: [CalendarSubscriptionBody] })
  subscriptions: CalendarSubscriptionBody[];
}

const NameList = (most: number) =>
  ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', maxLength: most },
    maxItems: 50,
    nullable: true,
  });

/** Contents of the feed: events of any of the categories that have any of the tags. None chosen: all. */
export class CalendarSubscriptionInput {
  /** The school's unless given. */
  @BlankIsNull()
  @IsOptional()
  @IsString()
  @MaxLength(200)
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 200 })
  name?: string | null;

  /** Names, compared without case. */
  @DistinctNames()
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(50)
  @IsString({ each: true })
  @MaxLength(200, { each: true })
  @NameList(200)
  categories?: string[] | null;

  /** Compared without case. */
  @DistinctNames()
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(50)
  @IsString({ each: true })
  @MaxLength(50, { each: true })
  @NameList(50)
  tags?: string[] | null;

  /** Events of this organization alone. */
  @IsOptional()
  @IsString()
  @ApiPropertyOptional({ type: String, format: 'uuid', nullable: true })
  organizationId?: string | null;
}
