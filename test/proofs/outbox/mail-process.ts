import { setTimeout as delay } from 'node:timers/promises';
import { startServiceProcess, type ServiceProcess } from '../../support/processes/service-process.js';
import type { TestApp } from '../../support/test-app.js';
import { SlowMailServer } from './slow-mail-server.js';

export const HOST = 'directory.example.org';

/** A statement that the database has got from a process that is dead may still be running. */
const LAST_STATEMENT_MS = 200;

/** A process of the service with a mail server of its own: the two know of each mail how far it came. */
export class MailProcess {
  kills = 0;
  /**
   * Message-IDs of mails that the server had accepted and that were not noted as sent when the process was killed: one for
   * each time.
   */
  readonly unnoted: string[] = [];
  readonly server: SlowMailServer;
  private smtpUrl = '';
  private acceptedBefore = 0;
  private process: ServiceProcess | undefined;

  constructor(
    private readonly t: TestApp,
    mailMs: number,
  ) {
    this.server = new SlowMailServer(mailMs);
  }

  get pid(): number {
    return this.process?.pid ?? 0;
  }

  async start(env: Record<string, string> = {}): Promise<void> {
    this.smtpUrl ||= await this.server.start();
    this.acceptedBefore = this.server.accepted.length;
    this.process = await startServiceProcess({
      DATABASE_URL: this.t.databaseUrl,
      AUTH_SIGNING_KEY: this.t.settings.signingKey ?? '',
      SITE_URL: `https://${HOST}`,
      SMTP_URL: this.smtpUrl,
      UPSTREAM_TIMEOUT_MS: '5000',
      LOG_LEVEL: 'warn',
      LOG_FORMAT: 'json',
      ...env,
    });
  }

  /** Waits until it has sent a mail since its start. */
  async untilSending(): Promise<void> {
    while (this.server.accepted.length === this.acceptedBefore) await delay(10);
  }

  async kill(): Promise<void> {
    await this.process?.kill();
    this.process = undefined;
    this.kills += 1;
    await this.server.untilLeft();
    await delay(LAST_STATEMENT_MS);
    const accepted = this.server.accepted.slice(this.acceptedBefore);
    const unnoted = await this.t.dataSource.query<{ messageId: string }[]>(
      `select id || '@${HOST}' as "messageId" from mails where state = 'waiting' and id || '@${HOST}' = any ($1)`,
      [accepted],
    );
    this.unnoted.push(...unnoted.map(({ messageId }) => messageId));
  }

  /** @returns the exit status */
  async stop(): Promise<number | null | undefined> {
    const process = this.process;
    this.process = undefined;
    return process?.stop();
  }

  async close(): Promise<void> {
    await this.stop();
    await this.server.stop();
  }
}
