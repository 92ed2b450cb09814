import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { routeTemplate } from '../../../src/platform/http/route-template.js';

/** Tables of people and sessions, of which none may hold a secret as it was given out. */
const TABLES = [
  ...['mails', 'applications', 'attempt_counts', 'audit_entries', 'ended_tokens', 'idempotency_keys'],
  ...['known_sources', 'oauth_artifacts', 'oauth_grants', 'one_time_links', 'passkeys', 'recovery_codes'],
  ...[
    'refresh_tokens',
    'two_step_challenges',
    'user_addresses',
    'user_credentials',
    'user_sessions',
    'users',
  ],
];

const GIVES_SECRETS = /^\/(api\/v1\/auth|oauth|sign-in|device|password|invitation|account)(\/|\?|$)/;
const IN_JSON = /"(access_token|refresh_token|id_token|device_code)":"([^"]+)"/g;
/** Of one application: some tests sign in thousands of times. */
const MAX_SECRETS = 500;
const MAX_ROWS = 5000;

/**
 * Notes each code, token and cookie that the application gives out, and looks for them in referrers.
 * @returns looks for them in the database, for the end of a test
 */
export function watchSecrets(server: Server, dataSource: DataSource): () => Promise<void> {
  const folder = process.env.STATEMENTS_DIR;
  if (!folder) return () => Promise.resolve();
  /** By the secret: which operation gave it out. */
  const issued = new Map<string, string>();
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    noteReferrer(request, issued, folder);
    if (!GIVES_SECRETS.test(request.url ?? '')) return;
    let body = '';
    const end = response.end.bind(response) as (...parameters: unknown[]) => ServerResponse;
    response.end = ((...parameters: unknown[]) => {
      const [chunk] = parameters;
      if (typeof chunk === 'string' || Buffer.isBuffer(chunk)) body = chunk.toString();
      return end(...parameters);
    }) as typeof response.end;
    response.once('close', () => {
      const operation = `${request.method} ${routeTemplate(request)}`;
      for (const secret of [
        ...inHeaders(response),
        ...[...body.matchAll(IN_JSON)].map(([, , value]) => value!),
      ])
        if (issued.size < MAX_SECRETS) issued.set(secret, operation);
    });
  });
  return () => look(dataSource, issued, folder);
}

function noteReferrer(
  { headers, method, url }: IncomingMessage,
  issued: Map<string, string>,
  folder: string,
): void {
  const { referer = '' } = headers;
  if (referer && [...issued.keys()].some((secret) => referer.includes(secret)))
    note(folder, { operation: `${method} ${url?.split('?')[0]}`, what: 'its referrer has a secret' });
}

function inHeaders(response: ServerResponse): string[] {
  const cookies = [response.getHeader('set-cookie') ?? []]
    .flat()
    .map((cookie) => /^[^=]*=([^;]*)/.exec(String(cookie))?.[1] ?? '');
  const code = /[?&]code=([^&]+)/.exec(String(response.getHeader('location') ?? ''))?.[1] ?? '';
  return [...cookies, code].filter((value) => value.length >= 20);
}

async function look(dataSource: DataSource, issued: Map<string, string>, folder: string): Promise<void> {
  if (issued.size === 0) return;
  const found = await dataSource.query<{ name: string; rows: string | null }[]>(
    TABLES.map(
      (name) =>
        `select '${name}' as name, (select string_agg(t::text, ' ') from (select * from ${name} limit ${MAX_ROWS}) t) as rows`,
    ).join(' union all '),
  );
  for (const { name, rows } of found)
    for (const [secret, operation] of issued)
      if (rows?.includes(secret))
        note(folder, { operation, what: `what it gives out stands readable in ${name}` });
}

function note(folder: string, secret: { operation: string; what: string }): void {
  const text = JSON.stringify(secret);
  writeFileSync(join(folder, `secret-${createHash('sha256').update(text).digest('hex')}`), text);
}
