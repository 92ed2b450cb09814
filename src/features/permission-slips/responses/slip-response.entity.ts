import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { User } from '../../account/user.entity.js';
import { Guardian } from '../../directory/guardians/guardian.entity.js';
import { Membership } from '../../memberships/membership.entity.js';
import type { StoredAnswer } from '../../questions/stored-answers.js';
import { SameSchool, School } from '../../schools/school.entity.js';
import { PermissionSlip } from '../permission-slip.entity.js';
import type { ResponseState, SlipDecision } from '../slip-vocabulary.js';

/** An event as it was shown: times are texts of the database, with an offset, to the microsecond. */
export interface SignedEvent {
  title: string;
  location: string | null;
  all_day: boolean;
  starts_at: string | null;
  ends_at: string | null;
  start_date: string;
  end_date: string;
  /** IANA: of the school. */
  time_zone: string;
}

/**
 * One revision of a guardian's answer. Nothing of it is ever changed but its state: a change is a new row
 * (contract section 4, rule 5).
 */
@Entity('permission_slip_responses')
@Index('permission_slip_responses_slip_idx', ['slipId', 'state'])
@Index('permission_slip_responses_one_revision_key', ['schoolId', 'chainId', 'revision'], { unique: true })
@Check('permission_slip_responses_state_check', `state in ('current', 'superseded', 'withdrawn')`)
@Check('permission_slip_responses_decision_check', `decision in ('granted', 'declined')`)
export class SlipResponse {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'permission_slip_responses_pkey' })
  @Index('permission_slip_responses_id_key', { unique: true })
  id: string;

  /** Id of the first revision, which all revisions share. */
  @Column('uuid')
  chainId: string;

  /** From 1. */
  @Column('integer')
  revision: number;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'permission_slip_responses_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'permission_slip_responses_school_fkey' })
  schoolId: string;

  @Column('uuid')
  @SameSchool(() => PermissionSlip, { onDelete: 'CASCADE', name: 'permission_slip_responses_slip_fkey' })
  slipId: string;

  @Column('text')
  state: ResponseState;

  @Column('text')
  decision: SlipDecision;

  @Column('jsonb', { default: [] })
  answers: StoredAnswer[];

  @Column('text', { nullable: true })
  note: string | null;

  /** Null once the guardian has left the school: the answer is kept for managers. Null for an answer on paper. */
  @Column('uuid', { nullable: true })
  @Index('permission_slip_responses_signer_idx')
  @SameSchool(() => Membership, { onDelete: 'SET NULL', name: 'permission_slip_responses_signer_fkey' })
  signedByMembershipId: string | null;

  /** Record of the student's guardian whose name stands on an answer on paper, as the school had it on that day; null where it is not one's alone. */
  @Column('uuid', { nullable: true })
  @Index('permission_slip_responses_guardian_idx')
  @SameSchool(() => Guardian, { onDelete: 'SET NULL', name: 'permission_slip_responses_guardian_fkey' })
  signedByGuardianId: string | null;

  @Column('uuid', { nullable: true })
  @Index('permission_slip_responses_person_idx')
  @ForeignKey(() => User, { onDelete: 'SET NULL', name: 'permission_slip_responses_person_fkey' })
  signedByUserId: string | null;

  /** Email of the account at that time; null once the person was erased. */
  @Column('text', { nullable: true })
  accountEmail: string | null;

  /** The name as typed; null where no signature was required and none given. */
  @Column('text', { nullable: true })
  signedByName: string | null;

  /** The typed name is not the name of the account; it is accepted and printed. */
  @Column('boolean', { default: false })
  nameMismatch: boolean;

  /** To the student: as typed, else as the school had it; null where nothing is signed, or it is not the same to all. */
  @Column('text', { nullable: true })
  relation: string | null;

  /** Names the signer's row of drawn_signatures; null where none was drawn, and once the person was erased. */
  @Column('text', { nullable: true })
  signatureSha256: string | null;

  /** PNG, of an answer that was given before drawings had a table: nothing writes it. */
  @Column('bytea', { nullable: true })
  signatureImage: Buffer | null;

  /** UTC, of the server; of an answer on paper, the beginning of `signed_on` at the school. */
  @Column('timestamptz', { nullable: true })
  signedAt: Date | null;

  /** The day that stands on a sheet of paper; null for an answer that its signer has given. */
  @Column('date', { nullable: true })
  signedOn: string | null;

  /** Who recorded an answer on paper; null for others, and once they have left the school. */
  @Column('uuid', { nullable: true })
  @Index('permission_slip_responses_recorder_idx')
  @SameSchool(() => Membership, { onDelete: 'SET NULL', name: 'permission_slip_responses_recorder_fkey' })
  recordedByMembershipId: string | null;

  @Column('integer')
  statementVersion: number;

  /** Names the row of permission_slip_versions. */
  @Column('text')
  statementSha256: string;

  /** Event of the slip at that time; null where it has none, and in responses from before it was stored. */
  @Column('jsonb', { nullable: true })
  event: SignedEvent | null;

  /** Address of the request; in no answer and no PDF. */
  @Column('text', { nullable: true })
  ipAddress: string | null;

  @Column('text', { nullable: true })
  userAgent: string | null;

  @Column('uuid', { nullable: true })
  sessionId: string | null;

  @Column('timestamptz')
  createdAt: Date;

  /** UTC: when it was superseded or withdrawn. */
  @Column('timestamptz', { nullable: true })
  endedAt: Date | null;
}
