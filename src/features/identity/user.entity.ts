import { Check, Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { ProfileVisibility } from '../../policy/privacy-mask.js';

/** A person across schools. */
@Entity('users')
@Unique('users_email_key', ['email'])
@Check('users_profile_visibility_check', `profile_visibility in ('full', 'name_only')`)
export class User {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'users_pkey' })
  id: string;

  /** Normalised: see `normalizeEmail`. */
  @Column('text')
  email: string;

  /** UTC; null until the address is proven. */
  @Column('timestamptz', { nullable: true })
  emailVerifiedAt: Date | null;

  @Column('text', { nullable: true })
  firstName: string | null;

  @Column('text', { nullable: true })
  lastName: string | null;

  /** For schools joined later; each membership and guardian record has its own. */
  @Column('text', { nullable: true })
  phone: string | null;

  /** What the person chose last, for the schools where they are no member; each membership and guardian record has its own. */
  @Column('text', { default: 'full' })
  profileVisibility: ProfileVisibility;

  /** Their last word on the addresses of their students: one who is linked to them later is hidden as well, by a trigger. */
  @Column('boolean', { default: false })
  hidesAddress: boolean;

  @Column('boolean', { default: false })
  twoStepEnabled: boolean;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
