import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { SameSchool, School } from '../schools/school.entity.js';
import type { GuardianRelation } from '../directory/guardians/guardian-relation.js';
import { Student } from '../directory/students/student.entity.js';
import { Invitation } from './invitation.entity.js';

/** A student that the invited person will be linked to. */
@Entity('invitation_students')
export class InvitationStudent {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'invitation_students_pkey' })
  @SameSchool(() => Invitation, { onDelete: 'CASCADE', name: 'invitation_students_invitation_fkey' })
  invitationId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'invitation_students_pkey' })
  @Index('invitation_students_student_idx')
  @SameSchool(() => Student, { onDelete: 'CASCADE', name: 'invitation_students_student_fkey' })
  studentId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'invitation_students_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'invitation_students_school_fkey' })
  schoolId: string;

  @Column('text')
  relation: GuardianRelation;
}
