import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { S3Settings } from '../../src/platform/config/outside-services.js';
import { ObjectStore } from '../../src/platform/storage/object-store.js';
import { S3ObjectStore } from '../../src/platform/storage/s3.object-store.js';
import { startTestApp } from '../support/test-app.js';
import { TestClock } from '../support/test-clock.js';

export interface StoreUnderTest {
  store: ObjectStore;
  clock: TestClock;
  /** Where an address leads to in this test. */
  reach(url: string): string;
  close(): Promise<void>;
}

export interface S3Server {
  settings: S3Settings;
  close(): Promise<void>;
}

/**
 * A real S3-compatible server on loopback, with one bucket.
 * @param lists takes the signature of a list, too, whose path it writes otherwise than the client does
 */
export async function startS3Server(lists = false): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 's3-'));
  const bucket = 'objects';
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
    allowMismatchedSignatures: lists,
  });
  const { port } = await server.run();
  const settings = {
    bucket,
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    forcePathStyle: true,
  };
  const close = async (): Promise<void> => {
    await server.close();
    rmSync(directory, { recursive: true });
  };
  return { settings, close };
}

export async function s3Store(): Promise<StoreUnderTest> {
  const server = await startS3Server();
  const clock = new TestClock();
  const store = new S3ObjectStore(server.settings, 5_000, clock);
  return { store, clock, reach: (url) => url, close: () => server.close() };
}

/** Through the whole application. */
export async function embeddedStore(): Promise<StoreUnderTest> {
  const dataDir = mkdtempSync(join(tmpdir(), 'objects-'));
  const t = await startTestApp({ dataDir });
  const close = async (): Promise<void> => {
    await t.close();
    rmSync(dataDir, { recursive: true });
  };
  const reach = (url: string): string => url.replace(t.settings.siteUrl, t.url);
  return { store: t.app.get(ObjectStore, { strict: false }), clock: t.clock, reach, close };
}
