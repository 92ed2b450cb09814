import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import {
  createDirectoryClient,
  type DirectoryClient,
} from '../../clients/typescript/src/directory-client.js';
import { DatabaseModule } from '../../src/platform/database/database.module.js';
import { SchoolsService } from '../../src/features/schools/schools.service.js';
import { ImportsModule } from '../../src/imports/imports.module.js';
import { ContentImportService } from '../../src/imports/content/content-import.service.js';
import { RuntimeModule } from '../../src/platform/process/runtime.module.js';
import { aPhoto } from '../support/files/images.js';
import { ImagesServiceStub } from '../support/stubs/images-service-stub.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { TestClock } from '../support/test-clock.js';
import { tokenOf } from '../support/tokens.js';
import { LINCOLN } from './lincoln-content.js';
import { pageOf } from './operation-at.js';
import { Recorder, type Exchange } from './recorder.js';
import { TransactionModule } from '../../src/platform/transaction/transaction.module.js';

const SITE_URL = 'https://directory.example.org';
/** A Monday; the first walk begins at ten o'clock at the school. */
const DAY = '2026-10-05';
const [SECOND_MS, MINUTE_MS] = [1_000, 60_000];
/** Seconds; longer than all walks together. */
const TOKEN_TTL = 4 * 60 * 60;

export type Example<Given, Result> = (api: DirectoryClient, given: Given) => Promise<Result>;

/** Examples run at a school of their own, each as one of its people, and everything they say is recorded. */
export class Lincoln {
  /** By the name of the example. */
  readonly recorded = new Map<string, Exchange>();
  private exchanges: Exchange[] = [];
  private readonly clients = new Map<string, DirectoryClient>();
  private page = '';

  private constructor(
    readonly t: TestApp,
    readonly schoolId: string,
    private readonly recorder: Recorder,
    private readonly end: () => Promise<void>,
  ) {}

  static async open(): Promise<Lincoln> {
    const dataDir = mkdtempSync(join(tmpdir(), 'school-directory-examples-'));
    mkdirSync(join(dataDir, 'objects'));
    const painter = await ImagesServiceStub.start();
    painter.paints(await aPhoto('image/png'));
    const clock = new TestClock();
    clock.stopAt(`${DAY}T14:00:00Z`);
    const imageService = { url: painter.url, apiKey: null, model: null };
    const t = await startTestApp({ siteUrl: SITE_URL, dataDir, imageService }, undefined, clock);
    const recorder = new Recorder(SITE_URL, t.url);
    const end = async () => {
      recorder.stop();
      await t.close();
      await painter.stop();
      rmSync(dataDir, { recursive: true });
    };
    return new Lincoln(t, await importLincoln(t), recorder, end);
  }

  close(): Promise<void> {
    return this.end();
  }

  /** A client that is signed in as this person. */
  async as(email: string): Promise<DirectoryClient> {
    const known = this.clients.get(email);
    if (known) return known;
    const token = await tokenOf(this.t, { email, userId: '', token: '' }, { ttl: TOKEN_TTL });
    return this.withToken(email, token);
  }

  /**
   * Every walk has a minute of its own (UTC), and every page in it begins with a full minute: a call that is added moves the
   * times of its own page, and of no other.
   */
  beginWalk(time: string): void {
    const start = `${DAY}T${time}:00.000Z`;
    if (this.t.clock.now().toISOString() > start)
      throw new Error(`The walk before has not ended by ${time}: begin this one later (examples.spec.ts)`);
    this.t.clock.stopAt(start);
    this.page = '';
  }

  /** Runs an example with the name of its operation, which has to be asked and to succeed. */
  async run<Given, Result>(
    example: Example<Given, Result>,
    email: string,
    ...[given]: unknown extends Given ? [] : [Given]
  ): Promise<Result> {
    const client = await this.as(email);
    this.moveClock(pageOf(example.name));
    const result = await this.unrecorded(() => example(client, given as Given));
    const own = this.exchanges.findLast(({ operationId }) => operationId === example.name);
    if (own && own.status < 300) this.recorded.set(example.name, own);
    return result;
  }

  /** Every example has a moment of its own, so that lists ordered by time have one order. */
  private moveClock(page: string): void {
    const { clock } = this.t;
    const sinceMinute = clock.now().getTime() % MINUTE_MS;
    if (page === this.page) clock.advance(SECOND_MS);
    else if (sinceMinute > 0) clock.advance(MINUTE_MS - sinceMinute);
    this.page = page;
  }

  /** Does what an example needs and does not show. */
  async unrecorded<T>(act: () => Promise<T>): Promise<T> {
    this.recorder.start();
    try {
      return await act();
    } finally {
      this.recorder.stop();
      this.exchanges = this.recorder.take();
    }
  }

  withToken(email: string, token: string): DirectoryClient {
    const tokens = { current: () => Promise.resolve(token), renew: () => Promise.resolve(null) };
    const client = createDirectoryClient({ siteUrl: SITE_URL, tokens });
    this.clients.set(email, client);
    return client;
  }

  async idOf(
    table: 'memberships' | 'students' | 'organizations' | 'polls' | 'signups' | 'menu_entries',
    where: string,
  ): Promise<string> {
    const [row] = await this.t.dataSource.query<{ id: string }[]>(`select id from ${table} where ${where}`);
    if (!row) throw new Error(`No ${table} where ${where}`);
    return row.id;
  }

  async membershipOf(email: string): Promise<string> {
    const [row] = await this.t.dataSource.query<{ id: string }[]>(
      'select m.id from memberships m join users u on u.id = m.user_id where u.email = $1',
      [email],
    );
    return row?.id ?? '';
  }
}

/** From a content file, as an operator does it. */
async function importLincoln(t: TestApp): Promise<string> {
  class Imports {}
  const imports = [
    RuntimeModule.with(t.settings, t.clock),
    DatabaseModule.with({ url: t.databaseUrl, poolSize: 2 }),
    TransactionModule,
    ImportsModule,
  ];
  const context = await NestFactory.createApplicationContext({ module: Imports, imports }, { logger: false });
  try {
    const school = { name: 'Lincoln School', shortName: 'lincoln', timeZone: 'America/New_York' };
    const { id } = await context.get(SchoolsService).create(school);
    await context.get(SchoolsService).update(id, { addressBooks: true });
    const report = await context.get(ContentImportService).run({ schoolId: id, document: LINCOLN });
    if (report.errors.length + report.warnings.length > 0) throw new Error(JSON.stringify(report));
    return id;
  } finally {
    await context.close();
  }
}
