import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** One row before and after a change by an import, written by a trigger of its table. */
@Entity('import_changes')
export class ImportChange {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'import_changes_pkey' })
  runId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'import_changes_pkey' })
  schoolId: string;

  /** In the order of the changes. */
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'import_changes_pkey',
  })
  number: string;

  /** UTC: when the import ran. */
  @Column('timestamptz')
  @Index('import_changes_at_idx')
  at: Date;

  @Column('text')
  tableName: string;

  /** Null of a row that the import has made. */
  @Column('jsonb', { nullable: true })
  before: Record<string, unknown> | null;

  /** Null of a row that the import has taken away. */
  @Column('jsonb', { nullable: true })
  after: Record<string, unknown> | null;
}
