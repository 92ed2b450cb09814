import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isOn, type FeatureFlags } from '../../policy/school-feature.js';
import { isUuid } from '../../platform/text/uuid.js';
import { utcText } from '../../platform/database/utc-text.js';
import type { MealType } from './meal-type.js';
import { MenuImageRun } from './menu-image-run.entity.js';

/** An entry with its picture, and who makes or made one; all of one moment. */
export interface PicturedEntry {
  id: string;
  schoolId: string;
  mealType: MealType;
  items: string;
  imageName: string | null;
  imageItemsHash: string | null;
  /** Moment in the form of the API. */
  imageGeneratedAt: string | null;
  runId: string | null;
  /** Hash of the items that the run makes a picture of. */
  runItemsHash: string | null;
  isRunning: boolean;
}

/** Making one picture of an entry. */
export interface Run {
  schoolId: string;
  entryId: string;
  id: string;
}

export type RunState = 'running' | 'done' | 'failed' | 'replaced';

export interface NewPicture {
  name: string;
  itemsHash: string;
  /** UTC. */
  generatedAt: Date;
}

// The waiting and the working process may have different clocks: the database's clock says what has expired.
const IS_RUNNING = `run.state = 'running' and run.expires_at > clock_timestamp()`;

const ENTRY = `
  select entry.id, entry.school_id as "schoolId", entry.meal_type as "mealType", entry.items,
    entry.image_name as "imageName", entry.image_items_hash as "imageItemsHash",
    ${utcText('entry.image_generated_at')} as "imageGeneratedAt", run.id as "runId",
    run.items_hash as "runItemsHash", coalesce(${IS_RUNNING}, false) as "isRunning"
  from menu_entries entry left join menu_image_runs run on run.school_id = entry.school_id and run.menu_entry_id = entry.id
  where entry.school_id = $1 and entry.id = $2`;

/** Nothing has been claimed since the caller looked ($5), and nothing is running. */
const CLAIM = `
  with first as (
    insert into menu_image_runs (school_id, menu_entry_id, id, items_hash, state, expires_at)
    values ($1, $2, gen_random_uuid(), $3, 'running', clock_timestamp() + $4 * interval '1 millisecond')
    on conflict do nothing returning id
  ), another as (
    update menu_image_runs run set id = gen_random_uuid(), items_hash = $3, state = 'running',
      expires_at = clock_timestamp() + $4 * interval '1 millisecond'
    where run.school_id = $1 and run.menu_entry_id = $2 and run.id = $5 and not (${IS_RUNNING}) returning id
  )
  select id from first union all select id from another`;

const STATE = `
  select case when run.id <> $3 then 'replaced' when run.state = 'running' and not (${IS_RUNNING}) then 'failed'
    else run.state end as state
  from menu_image_runs run where run.school_id = $1 and run.menu_entry_id = $2`;

@Injectable()
export class MenuImageRunsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async findEntry(schoolId: string, menuId: string): Promise<PicturedEntry | null> {
    if (!isUuid(menuId)) return null;
    const [entry] = await this.dataSource.query<PicturedEntry[]>(ENTRY, [schoolId, menuId]);
    return entry ?? null;
  }

  /** Whether an entry has this picture now, at a school whose menus are on. */
  async isCurrentPicture(imageName: string): Promise<boolean> {
    const [school] = await this.dataSource.query<{ features: Partial<FeatureFlags> }[]>(
      `select school.features from menu_entries entry join schools school on school.id = entry.school_id
       where entry.image_name = $1`,
      [imageName],
    );
    return school !== undefined && isOn(school.features, 'lunch_menus');
  }

  /**
   * Null when somebody else has claimed it since the entry was read.
   * @param expiresInMs after which whoever claimed it is taken for dead
   */
  async claimRun(entry: PicturedEntry, itemsHash: string, expiresInMs: number): Promise<Run | null> {
    const parameters = [entry.schoolId, entry.id, itemsHash, expiresInMs, entry.runId];
    const [row] = await this.dataSource.query<{ id: string }[]>(CLAIM, parameters);
    return row ? { schoolId: entry.schoolId, entryId: entry.id, id: row.id } : null;
  }

  /** One whose time is over has failed. */
  async findState({ schoolId, entryId, id }: Run): Promise<RunState> {
    const [row] = await this.dataSource.query<{ state: RunState }[]>(STATE, [schoolId, entryId, id]);
    return row?.state ?? 'replaced';
  }

  /** False when the run was taken for dead and is no longer the entry's. */
  async endRun(
    { schoolId, entryId, id }: Run,
    state: 'done' | 'failed',
    manager: EntityManager = this.dataSource.manager,
  ): Promise<boolean> {
    const { affected } = await manager
      .getRepository(MenuImageRun)
      .update({ schoolId, menuEntryId: entryId, id, state: 'running' }, { state });
    return Boolean(affected);
  }

  /** @returns the name of the picture that was there before */
  async putPicture(
    manager: EntityManager,
    { schoolId, entryId }: Run,
    { name, itemsHash, generatedAt }: NewPicture,
  ): Promise<string | null> {
    const [[before]] = await manager.query<[{ image_name: string | null }[], number]>(
      `update menu_entries entry set image_name = $3, image_items_hash = $4, image_generated_at = $5
       from (select id, image_name from menu_entries where school_id = $1 and id = $2 for update) before
       where entry.school_id = $1 and entry.id = before.id returning before.image_name`,
      [schoolId, entryId, name, itemsHash, generatedAt],
    );
    return before?.image_name ?? null;
  }
}
