import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Student } from '../directory/students/student.entity.js';
import { Membership } from '../memberships/membership.entity.js';
import { SameSchool, School } from '../schools/school.entity.js';

/** A student that one member has starred; private to that member. */
@Entity('stars')
export class Star {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'stars_pkey' })
  @SameSchool(() => Membership, { onDelete: 'CASCADE', name: 'stars_membership_fkey' })
  membershipId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'stars_pkey' })
  @Index('stars_student_idx')
  @SameSchool(() => Student, { onDelete: 'CASCADE', name: 'stars_student_fkey' })
  studentId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'stars_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'stars_school_fkey' })
  schoolId: string;
}
