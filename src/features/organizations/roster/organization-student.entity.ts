import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { RetiringKey, SameSchool, School } from '../../schools/school.entity.js';
import { Organization } from '../organization.entity.js';
import { Student } from '../../directory/students/student.entity.js';

/** A student on the roster of an organization. */
@Entity('organization_students')
@RetiringKey('organization_students_student_key', ['organizationId', 'studentId'])
export class OrganizationStudent {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'organization_students_pkey' })
  @SameSchool(() => Organization, { onDelete: 'CASCADE', name: 'organization_students_organization_fkey' })
  organizationId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'organization_students_pkey' })
  @Index('organization_students_student_idx')
  @SameSchool(() => Student, { onDelete: 'CASCADE', name: 'organization_students_student_fkey' })
  studentId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'organization_students_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'organization_students_school_fkey' })
  schoolId: string;

  @Column('text', { nullable: true })
  position: string | null;

  @Column('text', { nullable: true })
  jersey: string | null;

  /** The source whose import put the student here and may take them away again; null for one added by an editor. */
  @Column('text', { nullable: true })
  source: string | null;

  @Column('timestamptz')
  addedAt: Date;
}
