import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ImportKind } from '../platform/import-history/current-import-run.js';

/** Rows of each table that a run has changed. */
export type RunCounts = Record<string, { created: number; changed: number; removed: number }>;

/** An import that has changed something, in one of the schools of which it has. The school may be gone since. */
@Entity('import_runs')
export class ImportRun {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'import_runs_pkey' })
  schoolId: string;

  /** The same in each school. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'import_runs_pkey' })
  @Index('import_runs_id_idx')
  id: string;

  @Column('text')
  kind: ImportKind;

  /** UTC. */
  @Column('timestamptz')
  at: Date;

  @Column('jsonb', { default: {} })
  counts: RunCounts;

  /** It has changed more rows than are stored: it cannot be undone. */
  @Column('boolean', { default: false })
  tooLarge: boolean;

  /** UTC. */
  @Column('timestamptz', { nullable: true })
  undoneAt: Date | null;
}
