import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsNotEmpty,
  IsOptional,
  IsString,
  MaxLength,
} from 'class-validator';
import { NestedBody } from '../../platform/http/declared-members.js';
import {
  BlankIsNull,
  DistinctNames,
  IsCalendarDate,
  IsWeekday,
  NormalizedText,
  WhenGiven,
} from '../../platform/http/field-decorators.js';
import { MEAL_TYPES, type MealType } from './meal-type.js';

export class MenuWeekQuery {
  /** A Sunday. */
  @IsCalendarDate()
  @IsWeekday('Sunday')
  @ApiProperty({ format: 'date' })
  start: string;
}

export class MenuDayQuery {
  @IsCalendarDate()
  @ApiProperty({ format: 'date' })
  date: string;
}

export class MenuImageQuery {
  /** Makes a new picture in any case; admins only. */
  @IsOptional()
  @Transform(({ value }: TransformFnParams): unknown =>
    value === 'true' || value === 'false' ? value === 'true' : value,
  )
  @IsBoolean()
  @ApiPropertyOptional({ type: Boolean, default: false })
  force?: boolean;
}

/** Contract section 15: in one request. */
const MAX_MENUS = 400;

const MAX_TAGS = 50;
const isText = [NormalizedText('several lines'), IsString(), IsNotEmpty(), MaxLength(5_000)];

/** Names of allergens or diets. */
const Tags = () =>
  applyDecorators(
    DistinctNames(),
    IsOptional(),
    IsArray(),
    ArrayMaxSize(MAX_TAGS),
    IsString({ each: true }),
    MaxLength(200, { each: true }),
    ApiPropertyOptional({ type: [String], nullable: true, maxItems: MAX_TAGS }),
  );

export class MenuInput {
  @IsCalendarDate()
  @ApiProperty({ format: 'date' })
  date: string;

  @IsIn(MEAL_TYPES)
  @ApiProperty({ enum: MEAL_TYPES })
  meal_type: MealType;

  /** What is served, one dish a line or separated by commas. */
  @applyDecorators(...isText, ApiProperty({ maxLength: 5_000 }))
  items: string;

  /** None unless given. */
  @Tags()
  allergens?: string[] | null;

  /** None unless given. */
  @Tags()
  dietary_tags?: string[] | null;
}

/** Members that are left out stay; null clears the allergens or the dietary tags. */
export class MenuChanges {
  @WhenGiven()
  @IsCalendarDate()
  @ApiPropertyOptional({ type: String, format: 'date' })
  date?: string;

  @WhenGiven()
  @IsIn(MEAL_TYPES)
  @ApiPropertyOptional({ enum: MEAL_TYPES })
  meal_type?: MealType;

  @applyDecorators(WhenGiven(), ...isText, ApiPropertyOptional({ type: String, maxLength: 5_000 }))
  items?: string;

  @Tags()
  allergens?: string[] | null;

  @Tags()
  dietary_tags?: string[] | null;
}

/** One meal, or many of them in `menus`; beside `menus` the other members are ignored. */
export class MenusInput extends MenuChanges {
  /** Each date and meal once. */
  @WhenGiven()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_MENUS)
  @NestedBody(() => MenuInput, { each: true })
  @ApiPropertyOptional({ type: [MenuInput], minItems: 1, maxItems: MAX_MENUS })
  menus?: MenuInput[];
}

export class CreatedMenus {
  /** Those of the meals, in the order in which they were sent. */
  @ApiProperty({ type: [String], format: 'uuid' })
  ids: string[];
}

export class MenuEntryBody {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'date' })
  date: string;

  @ApiProperty({ enum: MEAL_TYPES })
  meal_type: MealType;

  /** As the school wrote it. */
  items: string;

  /** Works without a token, and stays the same until another picture takes its place. */
  @ApiProperty({ type: String, format: 'uri', nullable: true })
  image_url: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  image_generated_at: string | null;

  allergens: string[];

  dietary_tags: string[];
}

export class Menus {
  /** By date, then breakfast, lunch, snack, dinner, other. */
  @ApiProperty({ type: [MenuEntryBody] })
  menus: MenuEntryBody[];
}

export class MenuImage {
  /** Works without a token, and stays the same until another picture takes its place. */
  @ApiProperty({ format: 'uri' })
  image_url: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  image_generated_at: string | null;
}

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
