import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  IsUUID,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { NestedBody } from '../../../platform/http/declared-members.js';
import { BlankIsNull, IsCalendarDate, IsName, WhenGiven } from '../../../platform/http/field-decorators.js';
import type { AnsweredState } from '../../../policy/answered-item.js';
import { AudienceBody } from '../../../policy/audience.dto.js';
import {
  AnsweredItemFields,
  AnsweredStateProperty,
  OptionalMoment,
  Undeleted,
} from '../../publishing/answered-item.dto.js';
import { Title, TitleChange } from '../../publishing/published-fields.dto.js';
import { MAX_QUESTIONS } from '../../questions/imported-question.js';
import { QuestionInput } from '../../questions/question-input.dto.js';
import {
  CLAIM_PER,
  CLAIMANT_VISIBILITIES,
  MAX_CAPACITY,
  MAX_ITEMS,
  MAX_PER_PERSON,
  type ClaimantVisibility,
  type ClaimPer,
} from '../claim-terms.js';
import { SignupClaimBody, SignupClaimInput } from '../claims/signup-claim.dto.js';
import { SignupDetail } from '../signup.dto.js';

/** Of one request: each costs time to be computed. */
export const MAX_RULES = 20;
const MINUTES_OF_A_WEEK = 7 * 24 * 60;

export class SignupSlotsInput {
  /** The first slot, on the wall of the school's clock. One with an offset or a `Z` is 400. */
  @IsString()
  @IsNotEmpty()
  @MaxLength(40)
  @ApiProperty({ example: '2026-09-07T15:30' })
  local_start: string;

  @IsInt()
  @Min(1)
  @Max(MINUTES_OF_A_WEEK)
  @ApiProperty({ type: 'integer', minimum: 1, maximum: MINUTES_OF_A_WEEK })
  duration_minutes: number;

  /** As of a series of events, with COUNT or UNTIL; at most 400 occurrences within 3 years. */
  @IsString()
  @IsNotEmpty()
  @MaxLength(1000)
  @ApiProperty({ example: 'FREQ=WEEKLY;COUNT=10' })
  rrule: string;
}

export class SignupItemInput {
  /** The item that is changed: what is left out of it stays. Without an id it is a new one. */
  @IsOptional()
  @IsUUID('loose')
  @ApiPropertyOptional({ type: String, format: 'uuid', nullable: true })
  id?: string | null;

  @IsName()
  @ApiProperty({ maxLength: 200 })
  title: string;

  @IsOptional()
  @BlankIsNull('several lines')
  @IsString()
  @MaxLength(5000)
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 5000 })
  description?: string | null;

  /** Places. Null: unlimited. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(MAX_CAPACITY)
  @ApiPropertyOptional({ type: 'integer', nullable: true, minimum: 0, maximum: MAX_CAPACITY })
  capacity?: number | null;

  @WhenGiven()
  @IsBoolean()
  @ApiPropertyOptional({ type: Boolean, default: false })
  waitlist_enabled?: boolean;

  /** The item is closed from then on. */
  @OptionalMoment()
  starts_at?: string | null;

  @OptionalMoment()
  ends_at?: string | null;

  /** From midnight to midnight at the school, in the place of `starts_at` and `ends_at`. */
  @IsOptional()
  @IsCalendarDate()
  @ApiPropertyOptional({ type: String, format: 'date', nullable: true })
  all_day?: string | null;

  /** One new item for each occurrence, in the place of `starts_at` and `ends_at`; at most 20 rules in a request. */
  @IsOptional()
  @NestedBody(() => SignupSlotsInput)
  @ApiPropertyOptional({ type: SignupSlotsInput, nullable: true })
  slots?: SignupSlotsInput | null;
}

const areItems = [
  IsArray(),
  ArrayMinSize(1),
  ArrayMaxSize(MAX_ITEMS),
  NestedBody(() => SignupItemInput, { each: true }),
];
const ITEMS = {
  type: [SignupItemInput] as [typeof SignupItemInput],
  minItems: 1,
  maxItems: MAX_ITEMS,
};

class SignupFields extends AnsweredItemFields {
  /** Rich text. */
  @IsOptional()
  @IsString()
  @MaxLength(50_000)
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 50_000 })
  description?: string | null;

  @IsOptional()
  @BlankIsNull()
  @IsString()
  @MaxLength(200)
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 200 })
  location?: string | null;

  /** The event that it is for, as the calendar names it. */
  @IsOptional()
  @IsString()
  @MaxLength(60)
  @ApiPropertyOptional({ type: String, nullable: true })
  event_id?: string | null;

  /** Gone from this moment on. */
  @OptionalMoment()
  visible_until?: string | null;

  /** Claims can be withdrawn until then; null: until it closes. */
  @OptionalMoment()
  withdraw_until?: string | null;

  /** Places, confirmed and waitlisted, over the whole sign-up; null: no limit. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_PER_PERSON)
  @ApiPropertyOptional({ type: 'integer', nullable: true, minimum: 1, maximum: MAX_PER_PERSON })
  per_person_limit?: number | null;

  /** All of them, in their order. */
  @WhenGiven()
  @IsArray()
  @ArrayMaxSize(MAX_QUESTIONS)
  @NestedBody(() => QuestionInput, { each: true })
  @ApiPropertyOptional({ type: [QuestionInput], maxItems: MAX_QUESTIONS })
  questions?: QuestionInput[];
}

export class SignupInput extends SignupFields {
  @Title()
  title: string;

  @IsIn(CLAIM_PER)
  @ApiProperty({ enum: CLAIM_PER })
  claim_per: ClaimPer;

  @IsIn(CLAIMANT_VISIBILITIES)
  @ApiProperty({ enum: CLAIMANT_VISIBILITIES })
  claimant_visibility: ClaimantVisibility;

  @applyDecorators(...areItems, ApiProperty(ITEMS))
  items: SignupItemInput[];
}

/** What is left out stays. Once something was claimed, questions and `opens_at` are fixed: 409 `has_answers`. */
export class SignupChanges extends SignupFields {
  @TitleChange()
  title?: string;

  @applyDecorators(WhenGiven(), IsIn(CLAIM_PER), ApiPropertyOptional({ enum: CLAIM_PER }))
  claim_per?: ClaimPer;

  @applyDecorators(
    WhenGiven(),
    IsIn(CLAIMANT_VISIBILITIES),
    ApiPropertyOptional({ enum: CLAIMANT_VISIBILITIES }),
  )
  claimant_visibility?: ClaimantVisibility;

  /** All of them, in their order. One that is missing is removed: 409 `has_answers` where somebody has claimed it. */
  @applyDecorators(WhenGiven(), ...areItems, ApiPropertyOptional(ITEMS))
  items?: SignupItemInput[];

  @Undeleted()
  deleted?: false;
}

/** A claim that a manager records for somebody. */
export class ManagedClaimInput extends SignupClaimInput {
  /** The member whose claim it is. */
  @IsUUID('loose')
  @ApiProperty({ format: 'uuid' })
  membership_id: string;
}

export class ManagedClaim extends SignupClaimBody {
  @ApiProperty({ format: 'uuid' })
  membership_id: string;

  name: string;

  /** As far as this manager sees contacts of the directory. */
  @ApiProperty({ type: String, nullable: true })
  email: string | null;

  @ApiProperty({ type: String, nullable: true })
  phone: string | null;
}

/** A sign-up as its managers see it. */
export class ManagedSignup extends OmitType(SignupDetail, ['opens_at']) {
  /** Null for a draft. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  opens_at: string | null;

  @AnsweredStateProperty()
  state: AnsweredState;

  @ApiProperty({ type: AudienceBody })
  audience: AudienceBody;

  /** Members whom it is addressed to now. */
  @ApiProperty({ type: 'integer' })
  audience_count: number;

  /** In the order of the items; null in the list of sign-ups. */
  @ApiProperty({ type: [ManagedClaim], nullable: true })
  claims: ManagedClaim[] | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  deleted_at: string | null;
}

export class ManagedSignups {
  /** Those that were made last come first. */
  @ApiProperty({ type: [ManagedSignup] })
  signups: ManagedSignup[];
}

export class SignupReminderInput {
  /** Left out: of all items that lie ahead. */
  @IsOptional()
  @IsUUID('loose')
  @ApiPropertyOptional({ type: String, format: 'uuid', nullable: true })
  item_id?: string | null;
}

export { ManagedItemsQuery, SentReminders } from '../../publishing/answered-item.dto.js';
export { CreatedItem } from '../../publishing/published-fields.dto.js';
