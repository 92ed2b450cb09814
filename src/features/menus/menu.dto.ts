import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import { IsBoolean, IsOptional } from 'class-validator';
import { IsCalendarDate, IsWeekday } from '../../http/time-decorators.js';
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
