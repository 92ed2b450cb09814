import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The number of a school's last change. Whoever appends locks the row until the commit, so that numbers are given in the order
 * of commits, and a number that can be read has no smaller one that is still to come.
 */
@Entity('journal_heads')
export class JournalHead {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'journal_heads_pkey' })
  schoolId: string;

  @Column('bigint')
  sequence: string;
}
