import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { School } from '../schools/school.entity.js';

/** An address that hears of changes (contract section 18): a school's own, or that of an application for many schools. */
@Entity('webhooks')
@Index('webhooks_failing_idx', ['failingSince'], { where: 'failing_since is not null and paused_at is null' })
@Check('webhooks_owner_check', '(school_id is null) <> (application_id is null)')
export class Webhook {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'webhooks_pkey' })
  id: string;

  /** Null for one of an application. */
  @Column('uuid', { nullable: true })
  @Index('webhooks_school_idx')
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'webhooks_school_fkey' })
  schoolId: string | null;

  /** Null for one of a school. */
  @Column('uuid', { nullable: true })
  @Index('webhooks_application_idx')
  @ForeignKey('Application', { onDelete: 'CASCADE', name: 'webhooks_application_fkey' })
  applicationId: string | null;

  @Column('text')
  url: string;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('text', { array: true })
  kinds: string[];

  /** The secret that signs, sealed: see `DataKeys`. */
  @Column('text')
  secretSealed: string;

  /** The secret of before, which signs beside it for a while. */
  @Column('text', { nullable: true })
  formerSecretSealed: string | null;

  /** UTC: the former secret signs until then. */
  @Column('timestamptz', { nullable: true })
  formerSecretUntil: Date | null;

  /** UTC: the first failure after the last delivery that succeeded; null while all is well. */
  @Column('timestamptz', { nullable: true })
  failingSince: Date | null;

  /** UTC: nothing is told since; null while it hears of changes. */
  @Column('timestamptz', { nullable: true })
  pausedAt: Date | null;

  /** UTC: it hears of openings and closings from then on, also of kinds that it asks for since. */
  @Column('timestamptz')
  heardSince: Date;

  /** UTC: it hears of what happens from then on. */
  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
