import { SmtpStub, type Stage, type Trouble } from '../../support/stubs/smtp-stub.js';
import { startServiceProcess, type ServiceProcess } from '../../support/processes/service-process.js';
import type { TestApp } from '../../support/test-app.js';

/** How often a mail server drops a connection at each stage. */
const DROPS: Record<Stage, number> = {
  connection: 0.03,
  login: 0,
  sender: 0.02,
  recipient: 0.03,
  message: 0.03,
  acknowledgement: 0.04,
};

/**
 * A service process with a mail server of its own, both of which break. What the process may have had no time to write
 * down when it was killed is known by that: a mail that its server accepted, and that is not sent in the database.
 */
export class FragileService {
  kills = 0;
  /** Message-IDs, one for every time that a kill may have made a mail come again. */
  readonly cutOff: string[] = [];
  private isCalm = false;
  readonly smtp = new SmtpStub((stage) => this.trouble(stage));
  private smtpUrl = '';
  private process: ServiceProcess | undefined;

  constructor(private readonly t: TestApp) {}

  /** Undefined while it is down. */
  get url(): string | undefined {
    return this.process?.url;
  }

  async start(env: Record<string, string> = {}): Promise<void> {
    this.smtpUrl ||= await this.smtp.start();
    this.process = await startServiceProcess({
      DATABASE_URL: this.t.databaseUrl,
      AUTH_SIGNING_KEY: this.t.settings.signingKey ?? '',
      SITE_URL: 'https://directory.example.org',
      SMTP_URL: this.smtpUrl,
      UPSTREAM_TIMEOUT_MS: '5000',
      LOG_LEVEL: 'warn',
      LOG_FORMAT: 'json',
      ...env,
    });
  }

  async kill(): Promise<void> {
    const process = this.process;
    this.process = undefined;
    await process?.kill();
    this.kills += 1;
    const accepted = new Set(this.smtp.mails.map(({ messageId }) => messageId));
    const open = await this.t.dataSource.query<{ id: string }[]>(
      `select id || '@directory.example.org' as id from mails where state <> 'sent'`,
    );
    this.cutOff.push(...open.map(({ id }) => id).filter((id) => accepted.has(id)));
  }

  /** @returns the exit status */
  async stop(): Promise<number | null | undefined> {
    const process = this.process;
    this.process = undefined;
    return process?.stop();
  }

  /** From now on its mail server drops nothing. */
  calmDown(): void {
    this.isCalm = true;
  }

  private trouble(stage: Stage): Trouble {
    return !this.isCalm && Math.random() < DROPS[stage] ? { drop: true } : null;
  }
}
