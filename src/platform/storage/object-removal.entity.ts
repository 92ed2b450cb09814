import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * An object that is to go, written in the transaction that made it superfluous (or that allowed an upload nobody may
 * ever confirm): what a crash leaves behind is removed by the next sweep.
 */
@Entity('object_removals')
export class ObjectRemoval {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'object_removals_pkey' })
  key: string;

  /** UTC. */
  @Column('timestamptz')
  @Index('object_removals_due_idx')
  dueAt: Date;
}
