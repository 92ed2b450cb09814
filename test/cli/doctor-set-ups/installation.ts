import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { RunningPostgres } from '../../../src/dev/embedded/embedded-postgres.js';
import { databaseUrl, startTestCluster } from '../../support/database/test-cluster.js';
import { Surroundings } from '../../support/doctor.factory.js';
import { freePort } from '../../support/processes/free-port.js';
import { TlsSite } from '../../support/stubs/tls-site.js';
import { testSigningKey } from '../../support/test-app.js';
import { asAdmin, asRole, command, PASSWORD, ROLE } from './operator-at-work.js';

/** The database that all others are copies of. */
const SOUND = 'sound';

/** An installation in which `doctor` finds nothing, on a PostgreSQL of its own: with a school, a backup, a proxy and a mail server. */
export class Installation extends Surroundings {
  private cluster: RunningPostgres;
  private site: TlsSite;
  private readonly endings: (() => unknown)[] = [];

  /** A copy of the installation's database. */
  async copy(): Promise<{ name: string; url: string; admin: string }> {
    const name = `copy_${randomBytes(6).toString('hex')}`;
    await asAdmin(`create database ${name} template ${SOUND}`);
    return { name, url: asRole(name), admin: databaseUrl(name) };
  }

  /** Beside the end of the file, before the database stops. */
  atEnd(end: () => unknown): void {
    this.endings.push(end);
  }

  /** A backup of it, in which there is a note of an earlier one. */
  get soundBackup(): string {
    return join(this.folder, 'sound.backup');
  }

  protected override async begin(): Promise<void> {
    this.cluster = await startTestCluster();
    await asAdmin('alter system set autovacuum = on');
    await asAdmin('select pg_reload_conf()');
    await asAdmin(`create role ${ROLE} login password '${PASSWORD}'`);
    await asAdmin(`create database ${SOUND} owner ${ROLE}`);
    this.site = await TlsSite.start();
    this.site.trust();
    this.good = {
      ...(await this.settings()),
      // Before each test the environment is this one again.
      TEST_POSTGRES_URL: process.env.TEST_POSTGRES_URL!,
      DATABASE_URL: asRole(SOUND),
      SITE_URL: this.site.url,
      SMTP_URL: await this.mailServer(),
    };
    await command(this.good, 'db', 'migrate');
    await command(this.good, ...'school create --name Elm --short-name elm --time-zone UTC'.split(' '));
    for (const file of [join(this.folder, 'first.backup'), this.soundBackup])
      await command(this.good, 'backup', file);
    const admin = { ...this.good, DATABASE_URL: databaseUrl(SOUND) };
    await command(admin, 'db', 'guard', '--role', ROLE);
    this.good['DATABASE_URL'] = (await this.copy()).url;
  }

  private async settings(): Promise<Record<string, string>> {
    return {
      DATABASE_POOL_SIZE: '2',
      AUTH_SIGNING_KEY: testSigningKey(),
      DATA_KEY: randomBytes(32).toString('base64'),
      DATA_DIR: this.folder,
      TOMBSTONES: join(this.folder, 'erasures'),
      PORT: String(await freePort()),
      METRICS_PORT: String(await freePort()),
      TRUST_PROXY: 'true',
      MAIL_FROM: 'a@example.org',
      UPSTREAM_TIMEOUT_MS: '2000',
    };
  }

  protected override async end(): Promise<void> {
    for (const end of this.endings.reverse()) await end();
    this.site.stop();
    await this.stopStubs();
    await this.cluster.stop();
    this.remove();
  }
}
