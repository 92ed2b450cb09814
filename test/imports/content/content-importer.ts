import 'reflect-metadata';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { settingsFrom } from '../../../src/platform/config/settings.js';
import { DatabaseModule } from '../../../src/platform/database/database.module.js';
import { DemoModule } from '../../../src/demo/demo.module.js';
import { SchoolsService } from '../../../src/features/schools/schools.service.js';
import { ImportsModule } from '../../../src/imports/imports.module.js';
import {
  ContentImportService,
  type ContentImport,
} from '../../../src/imports/content/content-import.service.js';
import type { ContentFile } from '../../../src/imports/content/content-file.schema.js';
import type { ImportReport } from '../../../src/platform/import-report.js';
import { RuntimeModule } from '../../../src/platform/process/runtime.module.js';
import { testSigningKey } from '../../support/test-app.js';
import { TestClock } from '../../support/test-clock.js';
import { createTestDatabase, empty, type TestDatabase } from '../../support/database/test-database.js';
import { TransactionModule } from '../../../src/platform/transaction/transaction.module.js';

class ImportsOnly {}

/** The content import on a database of the test file's own. */
export class ContentImporter {
  private constructor(
    readonly services: INestApplicationContext,
    readonly clock: TestClock,
    private readonly database: TestDatabase,
    /** Where the files of `file` are. */
    readonly folder: string,
  ) {}

  static async create(): Promise<ContentImporter> {
    const database = await createTestDatabase();
    const clock = new TestClock();
    const folder = await mkdtemp(join(tmpdir(), 'content-'));
    const settings = settingsFrom(
      { DATABASE_URL: database.url, AUTH_SIGNING_KEY: testSigningKey(), DATA_DIR: join(folder, 'data') },
      { now: Date.now(), terminal: false },
    );
    const services = await NestFactory.createApplicationContext(
      {
        module: ImportsOnly,
        imports: [
          RuntimeModule.with(settings, clock),
          DatabaseModule.with({ url: database.url, poolSize: 5 }),
          TransactionModule,
          ImportsModule,
          DemoModule,
        ],
      },
      { logger: false, abortOnError: false },
    );
    return new ContentImporter(services, clock, database, folder);
  }

  async aSchool(shortName: string): Promise<string> {
    const school = { name: `The ${shortName} school`, shortName, timeZone: 'America/New_York' };
    return (await this.services.get(SchoolsService).create(school)).id;
  }

  run(input: ContentImport): Promise<ImportReport> {
    return this.services.get(ContentImportService).run(input);
  }

  import(schoolId: string, document: ContentFile, dryRun = false): Promise<ImportReport> {
    return this.run({ document, schoolId, dryRun });
  }

  async file(name: string, content: string | Buffer): Promise<string> {
    await mkdir(dirname(join(this.folder, name)), { recursive: true });
    await writeFile(join(this.folder, name), content);
    return join(this.folder, name);
  }

  /** Keys of the objects that are stored, in their order. */
  async objects(): Promise<string[]> {
    const root = join(this.folder, 'data', 'objects');
    const found = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
    return found
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
      .filter((key) => !key.startsWith('.'))
      .sort();
  }

  rows<T = Record<string, unknown>>(sql: string, params: unknown[] = []): Promise<T[]> {
    return this.database.dataSource.query(sql, params);
  }

  async row<T = Record<string, unknown>>(sql: string, params: unknown[] = []): Promise<T> {
    const [row] = await this.rows<T>(sql, params);
    return row!;
  }

  /** Every row of the tables that an import writes, to compare before and after. */
  async everything(): Promise<unknown> {
    const tables = [
      'students',
      'guardians',
      'users',
      'memberships',
      'categories',
      'menu_entries',
      'staff_members',
      'school_details',
      'organizations',
      'organization_students',
      'organization_parents',
      'organization_leaders',
      'organization_grants',
      'events',
      'event_series',
      'polls',
      'poll_questions',
      'poll_choices',
      'signups',
      'signup_items',
      'permission_slips',
      'questions',
      'question_choices',
      'poll_responses',
      'signup_claims',
      'permission_slip_responses',
      'permission_slip_response_students',
      'notices',
      'documents',
      'attachments',
      'notifications',
      'object_removals',
    ];
    return Promise.all(tables.map((table) => this.rows(`select * from ${table} t order by t::text`)));
  }

  async empty(): Promise<void> {
    await empty(this.database.dataSource);
    await this.rows('truncate object_removals');
    await rm(join(this.folder, 'data', 'objects'), { recursive: true, force: true });
  }

  async close(): Promise<void> {
    await this.services.close();
    await this.database.drop();
    await rm(this.folder, { recursive: true });
  }
}

/** How many of a kind were `[created, updated, archived, unchanged]`. */
export const counted = (report: ImportReport, kind: string): (number | undefined)[] =>
  [report.created, report.updated, report.archived, report.unchanged].map((counts) => counts[kind]);
