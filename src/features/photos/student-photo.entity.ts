import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { ImageType } from '../../platform/images/image-type.js';
import { Student } from '../directory/students/student.entity.js';
import { RetiringKey, SameSchool, School } from '../schools/school.entity.js';

/** The confirmed photo of a student; its bytes are the object `student-photos/{studentId}.{ext}`. */
@Entity('student_photos')
@RetiringKey('student_photos_student_key', ['studentId'])
@Index('student_photos_small_idx', ['schoolId', 'studentId'], {
  where: 'small_of is distinct from updated_at',
})
export class StudentPhoto {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'student_photos_pkey' })
  @SameSchool(() => Student, { onDelete: 'CASCADE', name: 'student_photos_student_fkey' })
  studentId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'student_photos_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'student_photos_school_fkey' })
  schoolId: string;

  @Column('text')
  contentType: ImageType;

  /** Pixels. */
  @Column('integer')
  width: number;

  @Column('integer')
  height: number;

  @Column('integer')
  sizeBytes: number;

  @Column('timestamptz')
  updatedAt: Date;

  /** `updatedAt` of the photo that small pictures were last made of, or could not be; of another one they are still to be made. */
  @Column('timestamptz', { nullable: true })
  smallOf: Date | null;

  /** Whether those small pictures are there: `{key without extension}-96.webp` and `-320.webp`. */
  @Column('boolean', { default: false })
  hasSmall: boolean;
}
