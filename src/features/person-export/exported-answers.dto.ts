import { ApiProperty } from '@nestjs/swagger';

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
