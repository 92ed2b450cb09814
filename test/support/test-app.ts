import 'reflect-metadata';
import { generateKeyPairSync } from 'node:crypto';

import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DataSource } from 'typeorm';
import type { AppSettings } from '../../src/platform/config/settings.js';
import { createApp } from '../../src/runtime/server.js';
import { watchSecrets } from './proofs/secrets-watch.js';
import { watchAudit } from './proofs/audit-watch.js';
import { ApiClient } from './api-client.js';
import { throughPooler } from './database/pooler.js';
import { TestClock } from './test-clock.js';
import { createTestDatabase } from './database/test-database.js';
import { CommitSubscriber } from '../../src/platform/transaction/commit.subscriber.js';

export interface TestApp {
  app: NestExpressApplication;
  /** Bare address. */
  url: string;
  api: ApiClient;
  clock: TestClock;
  dataSource: DataSource;
  databaseUrl: string;
  settings: AppSettings;
  close(): Promise<void>;
}

export const testSigningKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ format: 'pem', type: 'pkcs8' })
    .toString();

/**
 * The real application on a database of its own, listening on loopback.
 * @param way what the application is to reach its database through
 * @param template what its database is a copy of; without one it is empty
 */
export async function startTestApp(
  overrides: Partial<AppSettings> = {},
  way: (databaseUrl: string) => Promise<string> = (url) => Promise.resolve(throughPooler(url)),
  clock = new TestClock(),
  template?: string,
): Promise<TestApp> {
  const database = await createTestDatabase(template);
  const settings: AppSettings = {
    port: 0,
    host: '127.0.0.1',
    siteUrl: 'http://localhost:3000',
    appUrl: overrides.siteUrl ?? 'http://localhost:3000',
    appLink: null,
    corsOrigins: [],
    dataDir: '/nonexistent',
    tombstones: overrides.dataDir ?? '/nonexistent',
    databaseUrl: await way(database.url),
    databaseReplicaUrls: [],
    databaseReplicaMaxLagMs: 30_000,
    databasePoolSize: 4,
    migrateOnStart: false,
    mailCodes: true,
    demo: false,
    signingKey: testSigningKey(),
    makesSigningKey: false,
    verifyKeys: null,
    dataKeys: [],
    outsideIssuer: null,
    s3: null,
    smtpUrl: null,
    mailFrom: 'Test <test@example.org>',
    geocoderUrl: null,
    scanUrl: null,
    imageService: null,
    upstreamTimeoutMs: 500,
    imageTimeoutMs: 1000,
    hasExtendedTools: false,
    reachesLoopback: true,
    logLevel: 'silent',
    logFormat: 'json',
    jsonAlone: false,
    trustProxy: 0,
    shutdownGraceMs: 1000,
    clusterWorkers: 1,
    rateLimit: 0,
    admissionWaitMs: 0,
    snapshotCacheMb: 16,
    metricsPort: null,
    serverTimingToken: null,
    cellToken: null,
    tracing: null,
    isTest: true,
    clockOffsetMs: 0,
    ...overrides,
  };
  const app = await createApp(settings, clock);
  database.dataSource.subscribers.push(new CommitSubscriber(clock));
  watchAudit(app.getHttpServer(), app.get(DataSource));
  const lookForSecrets = watchSecrets(app.getHttpServer(), database.dataSource);
  await app.listen(settings.port, '127.0.0.1');
  const url = `http://127.0.0.1:${(app.getHttpServer() as { address(): AddressInfo }).address().port}`;
  const close = async (): Promise<void> => {
    // Kept alive by the client, which lives in this process, too.
    app.getHttpServer().closeAllConnections();
    await lookForSecrets();
    await app.close();
    await database.drop();
  };
  const { dataSource } = database;
  return { app, url, api: new ApiClient(url), clock, dataSource, databaseUrl: database.url, settings, close };
}
