import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { TitleChange } from '../publishing/published-fields.dto.js';

/** A member that is left out stays. */
export class SchoolDetailsInput {
  /** Required while the school has no details yet. */
  @TitleChange()
  title?: string;

  /** Rich text; null takes it away. */
  @IsOptional()
  @IsString()
  @MaxLength(50_000)
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 50_000 })
  description?: string | null;
}
