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
import { SameSchool, School } from '../schools/school.entity.js';
import { Signup } from './signup.entity.js';

/** What can be claimed; its row is locked by whoever counts its places. */
@Entity('signup_items')
@Unique('signup_items_title_key', ['schoolId', 'signupId', 'title'])
@Check('signup_items_capacity_check', 'capacity >= 0')
export class SignupItem {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'signup_items_pkey' })
  @Index('signup_items_id_key', { unique: true })
  id: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'signup_items_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'signup_items_school_fkey' })
  schoolId: string;

  @Column('uuid')
  @SameSchool(() => Signup, { onDelete: 'CASCADE', name: 'signup_items_signup_fkey' })
  signupId: string;

  /** From 0. */
  @Column('integer')
  position: number;

  @Column('text')
  title: string;

  @Column('text', { nullable: true })
  description: string | null;

  /** UTC; an item that has begun is closed. */
  @Column('timestamptz', { nullable: true })
  startsAt: Date | null;

  @Column('timestamptz', { nullable: true })
  endsAt: Date | null;

  /** Null: unlimited. */
  @Column('integer', { nullable: true })
  capacity: number | null;

  @Column('boolean', { default: false })
  waitlistEnabled: boolean;
}
