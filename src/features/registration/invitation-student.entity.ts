import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { GuardianRelation } from '../directory/guardian-relation.js';
import { Student } from '../directory/student.entity.js';
import { School } from '../schools/school.entity.js';
import { Invitation } from './invitation.entity.js';

/** A student that the invited person will be linked to. */
@Entity('invitation_students')
export class InvitationStudent {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'invitation_students_pkey' })
  @ForeignKey(() => Invitation, { onDelete: 'CASCADE', name: 'invitation_students_invitation_fkey' })
  invitationId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'invitation_students_pkey' })
  @Index('invitation_students_student_idx')
  @ForeignKey(() => Student, { onDelete: 'CASCADE', name: 'invitation_students_student_fkey' })
  studentId: string;

  @Column('uuid')
  @Index('invitation_students_school_idx')
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'invitation_students_school_fkey' })
  schoolId: string;

  @Column('text')
  relation: GuardianRelation;
}
