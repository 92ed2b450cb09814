import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { AudienceType } from '../../access/audience.js';
import { Organization } from '../organizations/organization.entity.js';
import { School } from '../schools/school.entity.js';
import type { ResultsVisibility } from './poll-words.js';

@Entity('polls')
@Unique('polls_source_key', ['schoolId', 'source', 'sourceId'])
@Index('polls_to_alert_idx', ['opensAt'], { where: 'alerted_at is null' })
@Index('polls_to_remind_idx', ['closesAt'], { where: 'reminded_at is null' })
@Check('polls_audience_check', `audience_type in ('school', 'graduation_years', 'organizations', 'admins')`)
@Check(
  'polls_results_visibility_check',
  `results_visibility in ('always', 'after_response', 'after_close', 'never')`,
)
export class Poll {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'polls_pkey' })
  id: string;

  @Column('uuid')
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'polls_school_fkey' })
  schoolId: string;

  @Column('uuid', { nullable: true })
  @Index('polls_organization_idx')
  @ForeignKey(() => Organization, { onDelete: 'CASCADE', name: 'polls_organization_fkey' })
  organizationId: string | null;

  @Column('text')
  title: string;

  /** Sanitised HTML. */
  @Column('text', { nullable: true })
  description: string | null;

  @Column('text')
  audienceType: AudienceType;

  @Column('integer', { array: true, default: '{}' })
  audienceYears: number[];

  @Column('uuid', { array: true, default: '{}' })
  audienceOrganizationIds: string[];

  /** UTC; hidden before. */
  @Column('timestamptz')
  opensAt: Date;

  /** UTC; closed from this moment on. */
  @Column('timestamptz', { nullable: true })
  closesAt: Date | null;

  @Column('text')
  resultsVisibility: ResultsVisibility;

  @Column('boolean', { default: false })
  anonymous: boolean;

  /** UTC: when everyone whom it is addressed to was told that it is open; null while that lies ahead. */
  @Column('timestamptz', { nullable: true })
  alertedAt: Date | null;

  /** UTC: when those who had not answered were told that it closes soon; null until then. */
  @Column('timestamptz', { nullable: true })
  remindedAt: Date | null;

  /** `content`: they are made in the product, no operation makes one (contract section 0, rule 14). */
  @Column('text')
  source: string;

  /** The key in the source. */
  @Column('text')
  sourceId: string;

  @Column('text', { nullable: true })
  sourceDigest: string | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
