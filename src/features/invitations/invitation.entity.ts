import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { School } from '../schools/school.entity.js';
import type { MemberRole } from '../../platform/auth/caller.js';

/** An invitation, which the confirmation of a registration finds by a verified email; consumed once. */
@Entity('invitations')
@Check('invitations_role_check', `role in ('parent', 'junior_admin', 'senior_admin')`)
@Index('invitations_open_email_idx', ['email'], { where: 'consumed_at is null' })
export class Invitation {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'invitations_pkey' })
  @Index('invitations_id_key', { unique: true })
  id: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'invitations_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'invitations_school_fkey' })
  schoolId: string;

  /** Normalised: see `normalizeEmail`. */
  @Column('text')
  email: string;

  @Column('text')
  role: MemberRole;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  consumedAt: Date | null;

  /** UTC: when it was put into the outbox; null where the person was told in another way, or not at all. */
  @Column('timestamptz', { nullable: true })
  sentAt: Date | null;
}
