import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll } from '@jest/globals';
import pg from 'pg';
import { join } from 'node:path';
import { databaseUrl } from '../../support/database/test-cluster.js';
import { FullDisk } from '../../support/database/full-disk.js';
import { StreamingReplica } from '../../support/database/streaming-replica.js';
import { type Behaviour, TlsSite } from '../../support/stubs/tls-site.js';
import { startS3Server, type S3Server } from '../../storage/stores-under-test.js';
import type { Installation } from './installation.js';
import { asAdmin, asRole, command, type Env, ROLE, rowsOf } from './operator-at-work.js';

/** What `doctor` says, and what is done then. */
export interface Step {
  /** The one finding. */
  name: string;
  /** Words of the remedy, which say what is done then. */
  remedy: string;
  /** What is done: settings that are put right, after whatever else the remedy says. */
  follow: () => Env | Promise<Env>;
}

/** An installation that is broken in one way. */
export interface SetUp extends Step {
  what: string;
  env: () => Env | Promise<Env>;
  /** What `doctor` says after the first remedy, one after the other. */
  then?: Step[];
  /** Options of `doctor`. */
  options?: () => string[];
  /** Whether it can be made here; yes unless it says otherwise. */
  isHere?: boolean;
}

export const aKey = (): string =>
  spawnSync('openssl', 'genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256'.split(' '), {
    encoding: 'utf8',
  }).stdout;

export const isThere = (program: string): boolean => spawnSync('which', [program]).status === 0;

/** Whatever a set-up needs besides settings; everything ends with the file. */
export class Desk {
  readonly sites: TlsSite[] = [];
  s3: S3Server;
  smtp: Env;
  /** An empty database, for a trial. */
  scratch = '';
  private following: Promise<StreamingReplica> | undefined;

  constructor(readonly around: Installation) {
    beforeAll(async () => {
      this.s3 = await startS3Server(true);
      this.smtp = { SMTP_URL: await around.mailServer(), MAIL_FROM: 'a@example.org' };
      around.atEnd(() => this.s3.close());
      around.atEnd(() => this.sites.forEach((site) => site.stop()));
    });
  }

  /** An empty database of the service's role. */
  async database(more = ''): Promise<string> {
    const name = `doctor_${randomBytes(6).toString('hex')}`;
    await asAdmin(`create database ${name} owner ${ROLE} ${more}`);
    return asRole(name);
  }

  /** A copy of the sound database in which a superuser has done this. */
  async changed(...statements: string[]): Promise<Env> {
    const { name, url, admin } = await this.around.copy();
    for (const statement of statements) await asAdmin(statement.replaceAll('THIS', name), admin);
    return { DATABASE_URL: url };
  }

  /** As a superuser, in the database of now. */
  async amended(...statements: string[]): Promise<Env> {
    for (const statement of statements)
      await asAdmin(statement.replaceAll('THIS', this.nameOfNow), databaseUrl(this.nameOfNow));
    return {};
  }

  get nameOfNow(): string {
    return new URL(process.env.DATABASE_URL!).pathname.slice(1);
  }

  /** What `db guard` is told to do: the last step wherever the service has made its tables itself. */
  guard(): Step {
    return {
      name: 'DATABASE_URL',
      remedy:
        'Run "db guard --role NAME" once, NAME being the user in DATABASE_URL, with the address of a superuser',
      follow: async () => {
        await command({ DATABASE_URL: databaseUrl(this.nameOfNow) }, 'db', 'guard', '--role', ROLE);
        return {};
      },
    };
  }

  /** Another database of the service's role, with what is in this one. */
  async movedInto(file = join(this.around.folder, `${randomBytes(6).toString('hex')}.backup`)): Promise<Env> {
    await command({}, 'backup', file);
    return this.restored(file);
  }

  async restored(file: string): Promise<Env> {
    const DATABASE_URL = await this.database();
    await command({ DATABASE_URL }, 'restore', file, '--into-empty');
    // The page on restoring goes on with it: a backup does not say that it was made.
    await command({ DATABASE_URL }, 'backup', '--to', join(this.around.folder, 'after'));
    return { DATABASE_URL };
  }

  spoiltBackup(): string {
    const file = join(this.around.folder, 'spoilt.backup');
    writeFileSync(file, 'none');
    return file;
  }

  /** Until this statement finds no row in the database of now. */
  async untilNone(statement: string): Promise<void> {
    const client = new pg.Client(process.env.DATABASE_URL);
    await client.connect();
    while ((await client.query(statement)).rowCount !== 0) await delay(100);
    await client.end();
  }

  /** With a proxy that families come through. */
  async site(behaviour: Behaviour = {}, trusted = true): Promise<Env> {
    const site = await TlsSite.start(behaviour);
    this.sites.push(site);
    if (trusted) site.trust();
    return { ...this.smtp, SITE_URL: site.url, TRUST_PROXY: 'true' };
  }

  bucket(): Env {
    return {
      S3_BUCKET: this.s3.settings.bucket,
      S3_ENDPOINT: this.s3.settings.endpoint!,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    };
  }

  /** A store that refuses with this code: what reads, or what writes alone. */
  async storeRefusing(code: string, method?: string): Promise<Env> {
    const port = await this.around.server((request, response) => {
      const said = method && request.method !== method ? 'NoSuchKey' : code;
      response.writeHead(said === 'NoSuchKey' ? 404 : 403, { 'Content-Type': 'application/xml' });
      response.end(`<?xml version="1.0"?><Error><Code>${said}</Code><Message>No.</Message></Error>`);
    });
    return { ...this.bucket(), S3_ENDPOINT: `http://127.0.0.1:${port}` };
  }

  async answering(body: string, status = 200): Promise<string> {
    return `http://127.0.0.1:${await this.around.server((_, response) => response.writeHead(status).end(body))}`;
  }

  /** A server that follows the one of the installation. */
  replica(): Promise<StreamingReplica> {
    this.following ??= this.follow();
    return this.following;
  }

  private async follow(): Promise<StreamingReplica> {
    const replica = await StreamingReplica.start(databaseUrl('postgres'));
    this.around.atEnd(() => this.endReplica());
    // What it is read for has to be there.
    await replica.catchUp({ query: (sql) => rowsOf(sql) as never });
    return replica;
  }

  /** On one machine it would write over the files of the installation wherever a disk has a name of its own. */
  async endReplica(): Promise<void> {
    const replica = await this.following;
    this.following = undefined;
    await replica?.stop();
  }

  /** The database of now, as that server has it. */
  async onReplica(): Promise<string> {
    const url = new URL((await this.replica()).urlOf(databaseUrl(this.nameOfNow)));
    const { username, password } = new URL(process.env.DATABASE_URL!);
    Object.assign(url, { username, password });
    return url.href;
  }

  /** A disk with little room; null where nobody lets us mount one. */
  smallDisk(): FullDisk | null {
    const disk = FullDisk.mount();
    // After the server, which may have files there.
    if (disk) afterAll(() => disk.unmount());
    return disk;
  }

  /** One that finds the file that every scanner knows. */
  async scanner(): Promise<string> {
    const port = await this.around.server((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () =>
        response.end(JSON.stringify({ clean: !Buffer.concat(pieces).toString().includes('EICAR') })),
      );
    });
    return `http://127.0.0.1:${port}`;
  }
}
