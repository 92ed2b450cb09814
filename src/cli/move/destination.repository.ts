import type { INestApplicationContext } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { DataKeys } from '../../platform/auth/data-keys.js';
import type { AppSettings } from '../../platform/config/settings.js';
import { ObjectRemovals } from '../../platform/storage/object-removals.service.js';
import { ObjectStore } from '../../platform/storage/object-store.js';
import { SchoolRestoreService } from '../backup/school-restore.service.js';
import { migrationsIn } from '../backup/snapshot.repository.js';
import { FACTS, type LeavingFacts } from './leaving-school.repository.js';

/** The installation that a school moves to. */
export class Destination {
  readonly store: ObjectStore;
  readonly restore: SchoolRestoreService;
  readonly databaseUrl: string;
  private readonly dataSource: DataSource;
  private readonly keys: DataKeys;
  private readonly removals: ObjectRemovals;

  constructor(services: INestApplicationContext, settings: AppSettings) {
    this.databaseUrl = settings.databaseUrl;
    this.store = services.get(ObjectStore);
    this.restore = services.get(SchoolRestoreService);
    this.dataSource = services.get(DataSource);
    this.keys = services.get(DataKeys);
    this.removals = services.get(ObjectRemovals);
  }

  async facts(): Promise<LeavingFacts & { migrations: string[] }> {
    const [facts] = await this.dataSource.query<[LeavingFacts]>(FACTS);
    const runner = this.dataSource.createQueryRunner();
    const migrations = await migrationsIn(runner).finally(() => runner.release());
    return { ...facts, migrations };
  }

  /** Whether it opens what begins so. */
  opens(sealedPrefix: string): boolean {
    return this.keys.knows(sealedPrefix);
  }

  async hasSchool(id: string): Promise<boolean> {
    const found = await this.dataSource.query<unknown[]>('select from schools where id = $1', [id]);
    return found.length > 0;
  }

  /** Whether something else here has the name. */
  async hasName(shortName: string): Promise<boolean> {
    const found = await this.dataSource.query<unknown[]>('select from schools where short_name = $1', [
      shortName,
    ]);
    return found.length > 0;
  }

  /** No removal of before takes them. */
  keepObjects(manager: EntityManager, keys: string[]): Promise<void> {
    return this.removals.keep(manager, keys);
  }
}
