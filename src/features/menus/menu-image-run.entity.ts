import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { RetiringKey, SameSchool, School } from '../schools/school.entity.js';
import { MenuEntry } from './menu-entry.entity.js';

/** The last time that a picture was made of an entry, or is being made: one at a time, whatever process makes it. */
@Entity('menu_image_runs')
@RetiringKey('menu_image_runs_entry_key', ['menuEntryId'])
@Check('menu_image_runs_state_check', `state in ('running', 'done', 'failed')`)
export class MenuImageRun {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'menu_image_runs_pkey' })
  @SameSchool(() => MenuEntry, { onDelete: 'CASCADE', name: 'menu_image_runs_entry_fkey' })
  menuEntryId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'menu_image_runs_pkey' })
  @ForeignKey(() => School, { onDelete: 'CASCADE', name: 'menu_image_runs_school_fkey' })
  schoolId: string;

  /** Another one each time. */
  @Column('uuid')
  id: string;

  /** SHA-256 of the items that the picture is made from, hexadecimal. */
  @Column('text')
  itemsHash: string;

  @Column('text')
  state: 'running' | 'done' | 'failed';

  /** UTC by the database's clock; whoever runs longer is taken for dead. */
  @Column('timestamptz')
  expiresAt: Date;
}
