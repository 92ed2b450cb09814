import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { BlankIsNull, NormalizedText } from '../../platform/http/field-decorators.js';
import {
  CORRECTION_FIELDS,
  CORRECTION_STATES,
  type CorrectionField,
  type CorrectionState,
} from './correction-field.js';

export class CorrectionInput {
  @IsIn(CORRECTION_FIELDS)
  @ApiProperty({ enum: CORRECTION_FIELDS })
  field: CorrectionField;

  /** What it should say: a phone as it is dialled, an address on one or several lines. */
  @NormalizedText('several lines')
  @IsString()
  @IsNotEmpty()
  @MaxLength(1000)
  proposed: string;

  @BlankIsNull('several lines')
  @IsOptional()
  @IsString()
  @MaxLength(1000)
  @ApiPropertyOptional({ type: String, nullable: true })
  comment?: string | null;
}

export class CorrectionChanges {
  @IsIn(CORRECTION_STATES)
  @ApiProperty({ enum: CORRECTION_STATES })
  state: CorrectionState;

  /** To its author; left out, the present one stays. */
  @BlankIsNull('several lines')
  @IsOptional()
  @IsString()
  @MaxLength(1000)
  @ApiPropertyOptional({ type: String, nullable: true })
  answer?: string | null;
}

@ApiSchema({ name: 'Correction' })
export class CorrectionBody {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  student_id: string;

  student_name: string;

  @ApiProperty({ enum: CORRECTION_FIELDS })
  field: CorrectionField;

  /** What the roster said when the correction was made, as its author saw it; null where it said nothing, and for `other`. */
  @ApiProperty({ type: String, nullable: true })
  present: string | null;

  proposed: string;

  @ApiProperty({ type: String, nullable: true })
  comment: string | null;

  @ApiProperty({ enum: CORRECTION_STATES })
  state: CorrectionState;

  /** What the school says to it. */
  @ApiProperty({ type: String, nullable: true })
  answer: string | null;

  /** Who made it. */
  by_name: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  /** Null while it is open. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  settled_at: string | null;
}

export class Corrections {
  /** Newest first. */
  @ApiProperty({ type: [CorrectionBody] })
  corrections: CorrectionBody[];
}

export class MyCorrectionsQuery {
  /** One of the schools of the caller; without it, all of them. */
  @IsOptional()
  @IsString()
  @ApiPropertyOptional({ format: 'uuid' })
  schoolId?: string;
}

export class CorrectionsQuery {
  /** Left out: all of them. */
  @IsOptional()
  @IsIn(CORRECTION_STATES)
  @ApiPropertyOptional({ enum: CORRECTION_STATES })
  state?: CorrectionState;
}
