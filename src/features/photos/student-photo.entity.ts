import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { ImageType } from '../../platform/images/image-type.js';
import { Student } from '../directory/student.entity.js';
import { RetiringKey, SameSchool, School } from '../schools/school.entity.js';
import { Membership } from '../memberships/membership.entity.js';

/** The confirmed photo of a student; its bytes are the object `student-photos/{studentId}.{ext}`. */
@Entity('student_photos')
@RetiringKey('student_photos_student_key', ['studentId'])
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
}

/** The confirmed photo of a member; its bytes are the object `parent-photos/{membershipId}.{ext}`. */
@Entity('parent_photos')
@RetiringKey('parent_photos_member_key', ['membershipId'])
export class ParentPhoto {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'parent_photos_pkey' })
  @SameSchool(() => Membership, { onDelete: 'CASCADE', name: 'parent_photos_membership_fkey' })
  membershipId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'parent_photos_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'parent_photos_school_fkey' })
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
}
