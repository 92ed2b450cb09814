import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { BlankIsNull, DistinctNames } from '../../../http/field-decorators.js';
import { MEAL_TYPES, type MealType } from '../meal-type.js';

export class MenuSubscriptionBody {
  @ApiProperty({ format: 'uuid' })
  id: string;

  name: string;

  /** Whoever has it reads the feed: a secret of its owner. */
  token: string;

  /** Empty: every meal. */
  @ApiProperty({ enum: MEAL_TYPES, isArray: true })
  meal_types: MealType[];

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

export class CreatedMenuSubscription {
  subscription: MenuSubscriptionBody;
}

export class MenuSubscriptions {
  /** The caller's own, oldest first. */
  @ApiProperty({ type: [MenuSubscriptionBody] })
  subscriptions: MenuSubscriptionBody[];
}

export class MenuSubscriptionInput {
  /** That of the school and "Menus" unless given. */
  @BlankIsNull()
  @IsOptional()
  @IsString()
  @MaxLength(200)
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 200 })
  name?: string | null;

  /** None chosen: every meal. */
  @DistinctNames()
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(50)
  @IsIn(MEAL_TYPES, { each: true })
  @ApiPropertyOptional({ enum: MEAL_TYPES, isArray: true, nullable: true, maxItems: 50 })
  meal_types?: MealType[] | null;
}
