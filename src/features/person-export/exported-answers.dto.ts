import { ApiProperty } from '@nestjs/swagger';
import { AnswerBody } from '../questions/question.dto.js';
import { CLAIM_STATUSES, type ClaimStatus } from '../signups/signup-words.js';

class ExportedPollAnswer {
  question: string;

  choice: string;
}

/** What the person answered to a poll, anonymous ones included. */
export class ExportedPollResponse {
  @ApiProperty({ format: 'uuid' })
  poll_id: string;

  @ApiProperty({ format: 'uuid' })
  school_id: string;

  /** Of the poll. */
  title: string;

  @ApiProperty({ format: 'date-time' })
  submitted_at: string;

  /** In the order of its questions. */
  @ApiProperty({ type: [ExportedPollAnswer] })
  answers: ExportedPollAnswer[];
}

/** What the person claimed of a sign-up, withdrawn claims included. */
export class ExportedSignupClaim {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  school_id: string;

  @ApiProperty({ format: 'uuid' })
  signup_id: string;

  signup_title: string;

  item_title: string;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  student_id: string | null;

  @ApiProperty({ type: 'integer' })
  quantity: number;

  @ApiProperty({ enum: CLAIM_STATUSES })
  status: ClaimStatus;

  @ApiProperty({ type: String, nullable: true })
  comment: string | null;

  @ApiProperty({ type: [AnswerBody] })
  answers: AnswerBody[];

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}
