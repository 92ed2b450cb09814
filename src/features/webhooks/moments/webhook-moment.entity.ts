import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { School } from '../../schools/school.entity.js';

/** An opening or a closing of an item that webhooks were told of: nobody writes it, so the journal does not have it. */
@Entity('webhook_moments')
export class WebhookMoment {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'webhook_moments_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'webhook_moments_school_fkey' })
  schoolId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'webhook_moments_pkey' })
  itemId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'webhook_moments_pkey' })
  kind: string;

  /** UTC: a moment that was moved is told of again. */
  @PrimaryColumn('timestamptz', { primaryKeyConstraintName: 'webhook_moments_pkey' })
  at: Date;

  /** UTC. */
  @Column('timestamptz')
  @Index('webhook_moments_told_idx')
  toldAt: Date;
}
