import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { SameSchool, School } from '../schools/school.entity.js';
import { Student } from '../directory/students/student.entity.js';
import { StudentList } from './student-list.entity.js';

@Entity('list_students')
export class ListStudent {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'list_students_pkey' })
  @SameSchool(() => StudentList, { onDelete: 'CASCADE', name: 'list_students_list_fkey' })
  listId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'list_students_pkey' })
  @Index('list_students_student_idx')
  @SameSchool(() => Student, { onDelete: 'CASCADE', name: 'list_students_student_fkey' })
  studentId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'list_students_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'list_students_school_fkey' })
  schoolId: string;

  @Column('timestamptz')
  addedAt: Date;
}
