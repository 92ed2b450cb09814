import { expect } from '@jest/globals';
import pg from 'pg';
import { databaseUrl } from '../../support/database/test-cluster.js';
import { types } from '../../support/processes/operator.js';

export type Env = Record<string, string>;

/** The role of the service, which owns nothing but its tables. */
export const ROLE = 'directory';
export const PASSWORD = 'word';

/** The address of this database as the service has it. */
export function asRole(name: string): string {
  const url = new URL(databaseUrl(name));
  Object.assign(url, { username: ROLE, password: PASSWORD });
  return url.href;
}

export async function rowsOf(sql: string, url = process.env.TEST_POSTGRES_URL!): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql).finally(() => client.end());
  return rows;
}

export async function asAdmin(sql: string, url?: string): Promise<void> {
  await rowsOf(sql, url);
}

/** Does what a command says, in settings of its own. @returns what it printed */
export async function command(env: Env, ...argv: string[]): Promise<unknown> {
  const before = { ...process.env };
  Object.assign(process.env, env);
  const { status, stderr, json } = await types([...argv, '--json']);
  for (const name of Object.keys(env)) delete process.env[name];
  Object.assign(process.env, before);
  expect([argv.join(' '), status, stderr]).toEqual([argv.join(' '), 0, '']);
  return json;
}
