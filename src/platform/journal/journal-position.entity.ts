import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How far a subscriber has read the journal of a school: committed with what it made of the changes. */
@Entity('journal_positions')
export class JournalPosition {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'journal_positions_pkey' })
  schoolId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'journal_positions_pkey' })
  subscriber: string;

  @Column('bigint')
  sequence: string;
}
