import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsInt,
  IsOptional,
  IsString,
  IsUUID,
  Max,
  MaxLength,
  Min,
  ValidateIf,
} from 'class-validator';
import { NestedBody } from '../../../platform/http/declared-members.js';
import { BlankIsNull } from '../../../platform/http/field-decorators.js';
import { AnswerBody, AnswerInput } from '../../questions/question.dto.js';
import { ACTIVE_STATUSES, type ActiveStatus } from '../claim-terms.js';

const isGiven = (_: unknown, value: unknown): boolean => value !== undefined;

class ClaimFields {
  /** The student whom it is for: one that is linked to the caller. */
  @IsOptional()
  @IsUUID('loose')
  @ApiPropertyOptional({ type: String, format: 'uuid', nullable: true })
  student_id?: string | null;

  /** Shown to managers and the author alone. */
  @IsOptional()
  @BlankIsNull('several lines')
  @IsString()
  @MaxLength(1000)
  @ApiPropertyOptional({ type: String, maxLength: 1000, nullable: true })
  comment?: string | null;

  /** To the questions of the sign-up, all of them at once. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(100)
  @NestedBody(() => AnswerInput, { each: true })
  @ApiPropertyOptional({ type: [AnswerInput], nullable: true })
  answers?: AnswerInput[] | null;
}

export class SignupClaimInput extends ClaimFields {
  @IsUUID('loose')
  @ApiProperty({ format: 'uuid' })
  item_id: string;

  @ValidateIf(isGiven)
  @IsInt()
  @Min(1)
  @Max(99)
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 99, default: 1 })
  quantity?: number;

  /** Join the waitlist when the item is full and has one. */
  @ValidateIf(isGiven)
  @IsBoolean()
  @ApiPropertyOptional({ default: false })
  accept_waitlist?: boolean;
}

export class SignupClaimChanges extends ClaimFields {
  /** Another item of the same sign-up: the claim moves there, or stays where it is when there is no place. */
  @ValidateIf(isGiven)
  @IsUUID('loose')
  @ApiPropertyOptional({ format: 'uuid' })
  item_id?: string;

  @ValidateIf(isGiven)
  @IsInt()
  @Min(1)
  @Max(99)
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 99 })
  quantity?: number;
}

export class SignupClaimBody {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  signup_id: string;

  @ApiProperty({ format: 'uuid' })
  item_id: string;

  @ApiProperty({ type: 'integer' })
  quantity: number;

  @ApiProperty({ enum: ACTIVE_STATUSES })
  status: ActiveStatus;

  /** From 1; null for a confirmed claim. */
  @ApiProperty({ type: 'integer', nullable: true })
  waitlist_position: number | null;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  student_id: string | null;

  @ApiProperty({ type: String, nullable: true })
  comment: string | null;

  /** In the order of the questions; those without an answer are not among them. */
  @ApiProperty({ type: [AnswerBody] })
  answers: AnswerBody[];

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

export class MyClaim extends SignupClaimBody {
  @ApiProperty({ format: 'uuid' })
  school_id: string;

  signup_title: string;

  item_title: string;

  /** Of the item. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  starts_at: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  ends_at: string | null;

  /** Of the sign-up. */
  @ApiProperty({ type: String, nullable: true })
  location: string | null;
}

export class MyClaims {
  /** By `starts_at`, those without one last, then by the time they were made. */
  @ApiProperty({ type: [MyClaim] })
  claims: MyClaim[];
}

export class MyClaimsQuery {
  /** Of one school; without it, of all of the caller's. */
  @IsOptional()
  @IsString()
  @ApiPropertyOptional({ format: 'uuid' })
  schoolId?: string;
}
