import { Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { School } from '../schools/school.entity.js';

/** A time in which a school asks every family whether what it has on file is still right. A school has one open round at most. */
@Entity('confirmation_rounds')
@Index('confirmation_rounds_open_key', ['schoolId'], { unique: true, where: 'closed_at is null' })
export class ConfirmationRound {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'confirmation_rounds_pkey' })
  @Index('confirmation_rounds_id_key', { unique: true })
  id: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'confirmation_rounds_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'confirmation_rounds_school_fkey' })
  schoolId: string;

  /** The question, in the language that the school had when the round was opened. */
  @Column('text')
  title: string;

  /** Plain text. */
  @Column('text', { nullable: true })
  message: string | null;

  /** UTC. */
  @Column('timestamptz')
  openedAt: Date;

  /** The last day that families are given, at the school. The round ends when it is closed. */
  @Column('date', { nullable: true })
  dueOn: string | null;

  /** UTC; null while the round is open. */
  @Column('timestamptz', { nullable: true })
  closedAt: Date | null;

  /** UTC; null while nobody has been reminded. */
  @Column('timestamptz', { nullable: true })
  lastReminderAt: Date | null;
}
