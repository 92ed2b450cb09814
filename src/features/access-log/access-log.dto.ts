import { ApiProperty } from '@nestjs/swagger';
import { READER_ROLES, type ReaderRole } from '../../platform/auth/caller.js';
import { ACCESS_LOG_SUBJECTS, type AccessLogSubject } from './access-log-subject.js';

/** Reads of one hour by members of one role, or by operators in the name of one: what was read and how often, never what it said or who it was. */
export class DisclosureBody {
  /** The latest of the reads. */
  @ApiProperty({ format: 'date-time' })
  at: string;

  @ApiProperty({ format: 'uuid' })
  school_id: string;

  @ApiProperty({ enum: READER_ROLES })
  reader_role: ReaderRole;

  /** The id of the operation in this document: it says that it was a photo, for instance. */
  operation: string;

  /** `contact` stands for photos, too. */
  @ApiProperty({ enum: ACCESS_LOG_SUBJECTS })
  subject: AccessLogSubject;

  @ApiProperty({ type: 'integer', minimum: 1 })
  count: number;
}

export class MyDisclosures {
  /** Of the last year, newest first. */
  @ApiProperty({ type: [DisclosureBody] })
  disclosures: DisclosureBody[];
}
