import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  IsUUID,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { NestedBody } from '../../../platform/http/declared-members.js';
import { BlankIsNull, IsTimestamp } from '../../../platform/http/field-decorators.js';
import { MAX_PLACES, RSVP_ANSWERS, RSVP_BY, type RsvpAnswer, type RsvpBy } from '../events/event-values.js';

/** How an event asks who comes. It is given whole: what is left out is null. */
export class RsvpInput {
  /** Asked for each student of the audience, or each person in it. */
  @IsIn(RSVP_BY)
  @ApiProperty({ enum: RSVP_BY })
  by: RsvpBy;

  /**
   * When answers end, not after the start; without it they end with the start. It moves along when the event moves. Of a series it is
   * said for the first occurrence, and each has it as long before its own start.
   */
  @IsOptional()
  @IsTimestamp()
  @ApiPropertyOptional({ type: String, format: 'date-time', nullable: true })
  until?: string | null;

  /** How many may say yes. A lower one than are coming takes nobody's place away. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_PLACES)
  @ApiPropertyOptional({ type: 'integer', nullable: true, minimum: 1, maximum: MAX_PLACES })
  capacity?: number | null;
}

/** How a series asks who comes. */
export class SeriesRsvp {
  @ApiProperty({ enum: RSVP_BY })
  by: RsvpBy;

  /** When answers to the first occurrence end; others end as long before their start. Null: with the start. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  until: string | null;

  @ApiProperty({ type: 'integer', nullable: true })
  capacity: number | null;
}

export class RsvpCounts {
  @ApiProperty({ type: 'integer' })
  yes: number;

  @ApiProperty({ type: 'integer' })
  no: number;

  @ApiProperty({ type: 'integer' })
  maybe: number;
}

/** The answer of one own student, or the caller's own. */
export class OwnRsvp {
  /** Null where each person answers for themselves. */
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  student_id: string | null;

  name: string;

  /** Null: nobody has answered. */
  @ApiProperty({ enum: [...RSVP_ANSWERS, null], nullable: true })
  answer: RsvpAnswer | null;

  @ApiProperty({ type: String, nullable: true })
  comment: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  answered_at: string | null;

  /** The name of the guardian or manager whose answer it is; "A former member" for someone who is none any more. */
  @ApiProperty({ type: String, nullable: true })
  answered_by: string | null;
}

/** Who comes to an event, in numbers, and the caller's own answers. */
export class EventRsvp {
  @ApiProperty({ enum: RSVP_BY })
  by: RsvpBy;

  /** When answers end; null: with the start. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  until: string | null;

  /** True once answers have ended, and for an event that was called off. */
  closed: boolean;

  /** Null: anybody may come. */
  @ApiProperty({ type: 'integer', nullable: true })
  capacity: number | null;

  /** How many more may say yes. */
  @ApiProperty({ type: 'integer', nullable: true })
  remaining: number | null;

  counts: RsvpCounts;

  /** A line for each own student in the audience, or for the caller; by name, answered or not. */
  @ApiProperty({ type: [OwnRsvp] })
  mine: OwnRsvp[];
}

export class RsvpAnswerInput {
  /** Where answers are given for each student: an own one; any of the audience for a manager. */
  @IsOptional()
  @IsUUID('loose')
  @ApiPropertyOptional({ type: String, format: 'uuid', nullable: true })
  student_id?: string | null;

  /** Where each person answers: for a manager, whoever it is of the audience; left out, the caller. */
  @IsOptional()
  @IsUUID('loose')
  @ApiPropertyOptional({ type: String, format: 'uuid', nullable: true })
  membership_id?: string | null;

  @IsIn(RSVP_ANSWERS)
  @ApiProperty({ enum: RSVP_ANSWERS })
  answer: RsvpAnswer;

  /** Seen by managers and those for whom it is. */
  @IsOptional()
  @BlankIsNull('several lines')
  @IsString()
  @MaxLength(300)
  @ApiPropertyOptional({ type: String, maxLength: 300, nullable: true })
  comment?: string | null;
}

const MAX_ANSWERS = 500;

export class RsvpInputs {
  /** All of them are written, or none. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_ANSWERS)
  @NestedBody(() => RsvpAnswerInput, { each: true })
  @ApiProperty({ type: [RsvpAnswerInput], minItems: 1, maxItems: MAX_ANSWERS })
  answers: RsvpAnswerInput[];
}

/** Somebody whom an event asks. */
export class AskedPerson {
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  student_id: string | null;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  membership_id: string | null;

  /** "A former member" for someone who is no active member any more. */
  name: string;
}

export class GivenRsvp extends AskedPerson {
  @ApiProperty({ enum: RSVP_ANSWERS })
  answer: RsvpAnswer;

  @ApiProperty({ type: String, nullable: true })
  comment: string | null;

  /** The guardian or manager whose answer it is; "A former member" for someone who is none any more. */
  answered_by: string;

  @ApiProperty({ format: 'date-time' })
  answered_at: string;
}

/** Who comes to an event, as its managers read it. */
export class EventRsvps {
  counts: RsvpCounts;

  /** By name. */
  @ApiProperty({ type: [GivenRsvp] })
  answers: GivenRsvp[];

  /** Those of the audience for whom nobody has answered, by name. */
  @ApiProperty({ type: [AskedPerson] })
  outstanding: AskedPerson[];
}

export class SentRsvpReminders {
  /** Members who owe an answer. */
  @ApiProperty({ type: 'integer' })
  recipients: number;
}
