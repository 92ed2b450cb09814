import { Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { School } from '../schools/school.entity.js';

@Entity('categories')
@Unique('categories_name_key', ['schoolId', 'name'])
export class Category {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'categories_pkey' })
  id: string;

  @Column('uuid')
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'categories_school_fkey' })
  schoolId: string;

  @Column('text')
  name: string;

  /** `#RRGGBB`. */
  @Column('text')
  color: string;

  /** The place a senior admin gave it, from 0. */
  @Column('integer')
  position: number;
}
