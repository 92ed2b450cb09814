import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { RetiringKey, SameSchool, School } from '../../schools/school.entity.js';
import { Student } from '../students/student.entity.js';
import { User } from '../../account/user.entity.js';

/**
 * Someone who left the school was this guardian. The next import must not bring back their contact, with whatever
 * visibility it says. It says nothing while the person is a member again, and holds again when they leave again. A record that keeps
 * them apart from the student stays on file, and is theirs again when they come back.
 */
@Entity('guardian_departures')
@RetiringKey('guardian_departures_source_key', ['studentId', 'source', 'sourceId'])
export class GuardianDeparture {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'guardian_departures_pkey' })
  @SameSchool(() => Student, { onDelete: 'CASCADE', name: 'guardian_departures_student_fkey' })
  studentId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'guardian_departures_pkey' })
  source: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'guardian_departures_pkey' })
  sourceId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'guardian_departures_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'guardian_departures_school_fkey' })
  schoolId: string;

  /** Person who left; null once the account is gone. Another source, or another id, may still name them by their email. */
  @Column('uuid', { nullable: true })
  @Index('guardian_departures_user_idx')
  @ForeignKey(() => User, { onDelete: 'SET NULL', name: 'guardian_departures_user_fkey' })
  userId: string | null;

  /** Unlinked by the operator: no import brings the record back for this student, member or not. */
  @Column('boolean', { default: false })
  forGood: boolean;
}
