import { ApiProperty } from '@nestjs/swagger';
import { StudentDetail, StudentGuardian } from './student-detail.dto.js';

export class AsSeenByOthers {
  /** The caller, as on the first of the students; null without linked students. */
  @ApiProperty({ type: StudentGuardian, nullable: true })
  guardian: StudentGuardian | null;

  /** The caller's linked students, by last name, then first name. */
  @ApiProperty({ type: [StudentDetail] })
  students: StudentDetail[];
}
