import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Check } from '../../src/cli/doctor/check.js';
import { freePort } from './processes/free-port.js';
import { types } from './processes/operator.js';
import { SmtpStub } from './stubs/smtp-stub.js';
import { testSigningKey } from './test-app.js';
import { createTestDatabase, type TestDatabase } from './database/test-database.js';

/** Whatever holds it must never be shown. */
export const SECRET = 'open-sesame';
export const NOBODY = '127.0.0.1:2';

/** Good settings with one or more that are not. */
export type Broken = [
  what: string,
  env: () => Promise<Record<string, string>> | Record<string, string>,
  name: string,
  message: RegExp,
  remedy: RegExp,
];

/** Good settings, and what they lead to; everything ends with the file. */
export class Surroundings {
  readonly folder = mkdtempSync(join(tmpdir(), 'school-directory-doctor-'));
  private readonly before = { ...process.env };
  private readonly servers: Server[] = [];
  private readonly mails: SmtpStub[] = [];
  private database: TestDatabase;
  protected good: Record<string, string>;

  constructor() {
    beforeAll(() => this.begin());
    afterAll(() => this.end());
    beforeEach(() => void Object.assign(process.env, this.good));
    afterEach(() => {
      for (const name of Object.keys(process.env)) if (!(name in this.before)) delete process.env[name];
      Object.assign(process.env, this.before);
    });
  }

  /** Where the service would listen. */
  get port(): string {
    return this.good['PORT']!;
  }

  /** @param options of the command, besides `--json` */
  async doctor(env: Record<string, string>, options: string[] = []) {
    Object.assign(process.env, env);
    const outcome = await types(['doctor', '--json', ...options]);
    expect(outcome.stdout + outcome.stderr).not.toContain(SECRET);
    const { checks } = outcome.json as { checks: Check[] };
    return { ...outcome, checks, failed: checks.filter(({ status }) => status === 'failed') };
  }

  /** That one setting is named, and no other. */
  async expectOnly([, env, name, message, remedy]: Broken): Promise<void> {
    const { status, failed, stderr } = await this.doctor(await env());
    expect(failed).toEqual([
      {
        name,
        status: 'failed',
        message: expect.stringMatching(message),
        remedy: expect.stringMatching(remedy),
      },
    ]);
    expect([status, stderr]).toEqual([1, `Something is wrong with ${name}.\n`]);
  }

  /** The address of the database, changed. */
  databaseUrl(change: (url: URL) => void): string {
    const url = new URL(this.good['DATABASE_URL']!);
    change(url);
    return url.href;
  }

  /** @returns its port */
  async server(answer: RequestListener): Promise<string> {
    const server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    this.servers.push(server);
    return String((server.address() as AddressInfo).port);
  }

  /** Takes mail of whoever does not give a password: it knows no users. */
  mailServer(): Promise<string> {
    this.mails.push(new SmtpStub());
    return this.mails.at(-1)!.start();
  }

  aFile(): string {
    const file = join(this.folder, 'a-file');
    writeFileSync(file, '');
    return file;
  }

  protected async begin(): Promise<void> {
    this.database = await createTestDatabase();
    this.good = {
      DATABASE_URL: this.database.url,
      DATABASE_POOL_SIZE: '2',
      AUTH_SIGNING_KEY: testSigningKey(),
      DATA_DIR: this.folder,
      PORT: String(await freePort()),
      UPSTREAM_TIMEOUT_MS: '2000',
    };
  }

  protected async end(): Promise<void> {
    await this.stopStubs();
    await this.database.drop();
    this.remove();
  }

  protected async stopStubs(): Promise<void> {
    for (const server of this.servers) server.close();
    for (const mail of this.mails) await mail.stop();
  }

  protected remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
