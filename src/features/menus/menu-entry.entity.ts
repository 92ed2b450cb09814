import type { MealType } from './meal-type.js';
import {
  Check,
  Column,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
import { School } from '../schools/school.entity.js';

/** One meal of a school on one day. */
@Entity('menu_entries')
@Unique('menu_entries_meal_key', ['schoolId', 'date', 'mealType'])
@Check('menu_entries_meal_type_check', `meal_type in ('breakfast', 'lunch', 'snack', 'dinner', 'other')`)
export class MenuEntry {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'menu_entries_pkey' })
  @Index('menu_entries_id_key', { unique: true })
  id: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'menu_entries_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'menu_entries_school_fkey' })
  schoolId: string;

  /** At the school; `YYYY-MM-DD`. */
  @Column('date')
  date: string;

  @Column('text')
  mealType: MealType;

  @Column('text')
  items: string;

  @Column('text', { array: true, default: '{}' })
  allergens: string[];

  @Column('text', { array: true, default: '{}' })
  dietaryTags: string[];

  /** Name of the visible picture: the end of its address and of its object's key. */
  @Column('text', { nullable: true })
  @Index('menu_entries_image_idx', { where: 'image_name is not null' })
  imageName: string | null;

  /** SHA-256 of the items that the picture was made from, hexadecimal. */
  @Column('text', { nullable: true })
  imageItemsHash: string | null;

  /** UTC. */
  @Column('timestamptz', { nullable: true })
  imageGeneratedAt: Date | null;

  /** Rises with each change of what is served (RFC 5545 section 3.8.7.4). */
  @Column('integer', { default: 0 })
  sequence: number;

  /** UTC: when what is served was last changed. */
  @Column('timestamptz', { default: () => 'now()' })
  updatedAt: Date;
}
