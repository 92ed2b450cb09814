import { Check, Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
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

  /** Latest choice of the person, for schools where they are no member; every membership and guardian record has its own. */
  @Column('text', { default: 'full' })
  profileVisibility: ProfileVisibility;

  /** Their last word on the addresses of their students: one who is linked to them later is hidden as well, by a trigger. */
  @Column('boolean', { default: false })
  hidesAddress: boolean;

  /** Whether they have ever said how their contact is shown, `full` included: no school's default says it for them then. */
  @Column('boolean', { default: false })
  visibilityChosen: boolean;

  /** True once they have chosen whether the addresses of their students are visible. */
  @Column('boolean', { default: false })
  addressChosen: boolean;

  @Column('boolean', { default: false })
  twoStepEnabled: boolean;

  /** Hash of the outside provider's issuer and subject that the account is bound to. Null until they come from there. */
  @Column('uuid', { nullable: true })
  @Index('users_outside_subject_key', { unique: true, where: 'outside_subject_id is not null' })
  outsideSubjectId: string | null;

  /** Only schools that its sessions are for: the demo's, whose passwords are no secret. Null for every school. */
  @Column('uuid', { array: true, nullable: true })
  onlySchools: string[] | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
