import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { RetiringKey, SameSchool, School } from '../../schools/school.entity.js';
import { Student } from '../students/student.entity.js';
import { User } from '../../account/user.entity.js';

/** A guardian whom a source has taken back while their contact was hidden. It is hidden when the source names them again. */
@Entity('withdrawn_guardians')
@RetiringKey('withdrawn_guardians_source_key', ['studentId', 'source', 'sourceId'])
@Index('withdrawn_guardians_school_idx', ['schoolId', 'source', 'sourceId'])
export class WithdrawnGuardian {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'withdrawn_guardians_pkey' })
  @SameSchool(() => Student, { onDelete: 'CASCADE', name: 'withdrawn_guardians_student_fkey' })
  studentId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'withdrawn_guardians_pkey' })
  source: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'withdrawn_guardians_pkey' })
  sourceId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'withdrawn_guardians_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'withdrawn_guardians_school_fkey' })
  schoolId: string;

  /** Owner of the record; null where nobody had joined. */
  @Column('uuid', { nullable: true })
  @Index('withdrawn_guardians_user_idx')
  @ForeignKey(() => User, { onDelete: 'SET NULL', name: 'withdrawn_guardians_user_fkey' })
  userId: string | null;
}
