import { Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { School } from '../schools/school.entity.js';

/** Contract section 0, rule 18: of a school. */
export const MAX_CATEGORIES = 200;

@Entity('categories')
@Unique('categories_name_key', ['schoolId', 'name'])
export class Category {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'categories_pkey' })
  @Index('categories_id_key', { unique: true })
  id: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'categories_pkey' })
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
