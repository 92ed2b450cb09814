import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Student } from '../directory/student.entity.js';
import { School } from '../schools/school.entity.js';
import { StudentList } from './student-list.entity.js';

@Entity('list_students')
export class ListStudent {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'list_students_pkey' })
  @ForeignKey(() => StudentList, { onDelete: 'CASCADE', name: 'list_students_list_fkey' })
  listId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'list_students_pkey' })
  @Index('list_students_student_idx')
  @ForeignKey(() => Student, { onDelete: 'CASCADE', name: 'list_students_student_fkey' })
  studentId: string;

  @Column('uuid')
  @Index('list_students_school_idx')
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'list_students_school_fkey' })
  schoolId: string;

  @Column('timestamptz')
  addedAt: Date;
}
