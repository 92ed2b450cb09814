import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { School } from '../../schools/school.entity.js';
import { DELIVERY_STATES, type DeliveryFailure, type DeliveryState } from './delivery-state.js';
import { Webhook } from '../webhook.entity.js';

/**
 * What a webhook is told of one change. The id is that of the message (`webhook-id`), so that a receiver that gets it twice
 * can tell. It holds ids alone, never a name, a contact or a text.
 */
@Entity('webhook_deliveries')
@Index('webhook_deliveries_due_idx', ['webhookId', 'dueAt'], { where: `state = 'pending'` })
@Index('webhook_deliveries_newest_idx', ['webhookId', 'createdAt'])
@Check(
  'webhook_deliveries_state_check',
  `state in (${DELIVERY_STATES.map((state) => `'${state}'`).join(', ')})`,
)
export class WebhookDelivery {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'webhook_deliveries_pkey' })
  id: string;

  /** The school in which it happened. */
  @Column('uuid')
  @Index('webhook_deliveries_school_idx')
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'webhook_deliveries_school_fkey' })
  schoolId: string;

  @Column('uuid')
  @ForeignKey(() => Webhook, { onDelete: 'CASCADE', name: 'webhook_deliveries_webhook_fkey' })
  webhookId: string;

  @Column('text')
  kind: string;

  /** The member `data` of the message. */
  @Column('jsonb')
  data: Record<string, unknown>;

  /** UTC: when it happened. */
  @Column('timestamptz')
  occurredAt: Date;

  @Column('text', { default: 'pending' })
  state: DeliveryState;

  /** Begun, whether or not they came to an end. */
  @Column('integer', { default: 0 })
  attempts: number;

  /** UTC: not tried before. A process that tries it moves it on first, so that no other does and a crash loses nothing. */
  @Column('timestamptz')
  dueAt: Date;

  /** HTTP status of the last answer; null where there was none. */
  @Column('integer', { nullable: true })
  lastStatus: number | null;

  /** Why the last attempt failed; null once it was delivered. */
  @Column('text', { nullable: true })
  lastError: DeliveryFailure | null;

  @Column('timestamptz')
  @Index('webhook_deliveries_created_idx')
  createdAt: Date;
}
