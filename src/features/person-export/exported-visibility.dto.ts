import { ApiProperty } from '@nestjs/swagger';
import { DISCLOSED_SUBJECTS, type DisclosedSubject } from '../disclosures/disclosed-subject.js';

/** When the person, or the school for them, showed or hid a contact or an address. */
export class ExportedVisibilityChange {
  @ApiProperty({ format: 'uuid' })
  school_id: string;

  @ApiProperty({ enum: DISCLOSED_SUBJECTS })
  subject: DisclosedSubject;

  /** The guardian record, or the student. */
  @ApiProperty({ format: 'uuid' })
  subject_id: string;

  /** What it became. */
  visible: boolean;

  @ApiProperty({ format: 'date-time' })
  changed_at: string;
}
