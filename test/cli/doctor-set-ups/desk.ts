import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect } from '@jest/globals';
import pg from 'pg';
import type { Surroundings } from '../../support/doctor.factory.js';
import { types } from '../../support/processes/operator.js';
import { databaseUrl } from '../../support/database/test-cluster.js';
import { type Behaviour, TlsSite } from '../../support/stubs/tls-site.js';
import { startS3Server, type S3Server } from '../../storage/stores-under-test.js';

export type Env = Record<string, string>;

export interface SetUp {
  what: string;
  env: () => Env | Promise<Env>;
  name: string;
  /** Words of the remedy, which say what is done then. */
  remedy: string;
  /** What is done: settings that are put right, after whatever else the remedy says. */
  follow: () => Env | Promise<Env>;
}

export async function asAdmin(sql: string, url = process.env.TEST_POSTGRES_URL!): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

export const aKey = (): string =>
  spawnSync('openssl', 'genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256'.split(' '), {
    encoding: 'utf8',
  }).stdout;

/** Does what a command says, in settings of its own. */
export async function command(env: Env, ...argv: string[]): Promise<void> {
  const before = { ...process.env };
  Object.assign(process.env, env);
  const { status, stderr } = await types(argv);
  for (const name of Object.keys(env)) delete process.env[name];
  Object.assign(process.env, before);
  expect([argv.join(' '), status, stderr]).toEqual([argv.join(' '), 0, '']);
}

/** Whatever a set-up needs besides settings; everything ends with the file. */
export class Desk {
  readonly made: string[] = [];
  readonly sites: TlsSite[] = [];
  s3: S3Server;
  smtp: Env;

  constructor(readonly around: Surroundings) {
    beforeAll(async () => {
      this.s3 = await startS3Server(true);
      this.smtp = { SMTP_URL: await around.mailServer(), MAIL_FROM: 'a@example.org' };
    });
    afterAll(async () => {
      for (const site of this.sites) site.stop();
      await this.s3.close();
      for (const name of this.made) await asAdmin(`drop database if exists ${name} with (force)`);
      for (const name of this.made) await asAdmin(`drop role if exists ${name}`);
    });
  }

  async database(more = ''): Promise<string> {
    const name = `doctor_${randomBytes(6).toString('hex')}`;
    await asAdmin(`create database ${name} ${more}`);
    this.made.push(name);
    return databaseUrl(name);
  }

  /** A database of which a role is the owner, and comes as it. */
  async owned(): Promise<{ admin: string; url: string; role: string }> {
    const admin = await this.database();
    const role = new URL(admin).pathname.slice(1);
    await asAdmin(`create role ${role} login password 'word'`);
    await asAdmin(`alter database ${role} owner to ${role}`);
    const url = new URL(admin);
    Object.assign(url, { username: role, password: 'word' });
    return { admin, url: url.href, role };
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

  async answering(body: string, status = 200): Promise<string> {
    return `http://127.0.0.1:${await this.around.server((_, response) => response.writeHead(status).end(body))}`;
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
