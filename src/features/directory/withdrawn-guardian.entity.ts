import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../identity/user.entity.js';
import { School } from '../schools/school.entity.js';
import { Student } from './student.entity.js';

/** Whom a source has taken back while their contact was hidden. It is hidden when the source names them again. */
@Entity('withdrawn_guardians')
@Index('withdrawn_guardians_school_idx', ['schoolId', 'source', 'sourceId'])
export class WithdrawnGuardian {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'withdrawn_guardians_pkey' })
  @ForeignKey(() => Student, { onDelete: 'CASCADE', name: 'withdrawn_guardians_student_fkey' })
  studentId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'withdrawn_guardians_pkey' })
  source: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'withdrawn_guardians_pkey' })
  sourceId: string;

  @Column('uuid')
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'withdrawn_guardians_school_fkey' })
  schoolId: string;

  /** Whose record it was; null where nobody had joined. */
  @Column('uuid', { nullable: true })
  @Index('withdrawn_guardians_user_idx')
  @ForeignKey(() => User, { onDelete: 'SET NULL', name: 'withdrawn_guardians_user_fkey' })
  userId: string | null;
}
