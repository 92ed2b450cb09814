import { ApiSchema, ApiProperty } from '@nestjs/swagger';
import { QuestionBody } from '../questions/question.dto.js';
import {
  CLAIM_PER,
  CLAIMANT_VISIBILITIES,
  ACTIVE_STATUSES,
  type ClaimantVisibility,
  type ClaimPer,
  type ActiveStatus,
} from './claim-terms.js';

@ApiSchema({ name: 'Signup' })
export class SignupSummary {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  school_id: string;

  title: string;

  /** Rich text. */
  @ApiProperty({ type: String, nullable: true })
  description: string | null;

  @ApiProperty({ type: String, nullable: true })
  location: string | null;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  organization_id: string | null;

  @ApiProperty({ type: String, nullable: true })
  organization_name: string | null;

  @ApiProperty({ format: 'date-time' })
  opens_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  closes_at: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  visible_until: string | null;

  /** The event that it is for, as the calendar names it. */
  @ApiProperty({ type: String, nullable: true })
  event_id: string | null;

  /** From `closes_at` on; one that is full is not closed. */
  closed: boolean;

  /** Anyone's. */
  has_claims: boolean;

  /** The caller's own. */
  @ApiProperty({ type: 'integer' })
  my_claim_count: number;

  /** Places without anyone, of all items; null when one of them is unlimited. */
  @ApiProperty({ type: 'integer', nullable: true })
  needed: number | null;

  /** Places with someone, of all items. */
  @ApiProperty({ type: 'integer' })
  filled: number;
}

export class Signups {
  /** Open ones first, then by `closes_at`, those without one last, and by title. */
  @ApiProperty({ type: [SignupSummary] })
  signups: SignupSummary[];
}

export class Claimant {
  @ApiProperty({ format: 'uuid' })
  claim_id: string;

  /** First and last name. */
  display_name: string;

  @ApiProperty({ type: 'integer' })
  quantity: number;

  @ApiProperty({ enum: ACTIVE_STATUSES })
  status: ActiveStatus;

  is_me: boolean;

  /** Null to everyone but its author and managers. */
  @ApiProperty({ type: String, nullable: true })
  comment: string | null;
}

export class SignupItemBody {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ type: 'integer' })
  position: number;

  title: string;

  @ApiProperty({ type: String, nullable: true })
  description: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  starts_at: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  ends_at: string | null;

  /** Null: unlimited. */
  @ApiProperty({ type: 'integer', nullable: true })
  capacity: number | null;

  /** Places with someone. */
  @ApiProperty({ type: 'integer' })
  confirmed: number;

  /** Places without anyone; those who wait come before newcomers. Null: unlimited. */
  @ApiProperty({ type: 'integer', nullable: true })
  remaining: number | null;

  waitlist_enabled: boolean;

  /** Places waited for. */
  @ApiProperty({ type: 'integer' })
  waitlisted: number;

  /** Who has a place, then who waits, in their order. With `managers_only`, others see their own entries alone. */
  @ApiProperty({ type: [Claimant] })
  claimants: Claimant[];

  @ApiProperty({ type: [String], format: 'uuid' })
  my_claim_ids: string[];
}

export class SignupDetail extends SignupSummary {
  @ApiProperty({ enum: CLAIMANT_VISIBILITIES })
  claimant_visibility: ClaimantVisibility;

  /** Places, confirmed and waitlisted, over the whole sign-up; null: no limit. */
  @ApiProperty({ type: 'integer', nullable: true })
  per_person_limit: number | null;

  /** Whom the limit counts for; `student` needs a student with every claim. */
  @ApiProperty({ enum: CLAIM_PER })
  claim_per: ClaimPer;

  /** Claims can be withdrawn until then; null: until it closes. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  withdraw_until: string | null;

  @ApiProperty({ type: [QuestionBody] })
  questions: QuestionBody[];

  @ApiProperty({ type: [SignupItemBody] })
  items: SignupItemBody[];

  can_manage: boolean;
}
