import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { SameSchool, School } from '../schools/school.entity.js';
import type { QuestionType } from '../questions/stored-answers.js';
import { PermissionSlip } from './permission-slip.entity.js';

/** A question as it was shown. */
export interface SignedQuestion {
  id: string;
  type: QuestionType;
  text: string;
  required: boolean;
  private: boolean;
  required_on_decline: boolean;
  choices: { id: string; text: string }[];
}

/** The signed text: body, statement and questions at that time. Rows are only ever added. */
@Entity('permission_slip_versions')
export class SlipVersion {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'permission_slip_versions_pkey' })
  @SameSchool(() => PermissionSlip, { onDelete: 'CASCADE', name: 'permission_slip_versions_slip_fkey' })
  slipId: string;

  /** SHA-256 of statement, body and questions, in hex. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'permission_slip_versions_pkey' })
  sha256: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'permission_slip_versions_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'permission_slip_versions_school_fkey' })
  schoolId: string;

  @Column('integer')
  statementVersion: number;

  @Column('text')
  statement: string;

  @Column('text')
  body: string;

  @Column('jsonb')
  questions: SignedQuestion[];

  @Column('timestamptz')
  createdAt: Date;
}
