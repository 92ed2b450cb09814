import { randomUUID } from 'node:crypto';
import type { ApiAnswer } from '../../support/api-client.js';
import { HAS_PDF_READER, textOf } from '../../support/files/pdf-reader.js';
import type { TestApp } from '../../support/test-app.js';
import { CALLS, type Group } from './privacy-canary.table.js';
import { operationsOf, OUTSIDE_OF_THE_API } from '../operations.js';

export const TABLE = 'test/architecture/privacy-canary/privacy-canary.table.ts';
/** Reads first, and last what removes something that the others need. */
const ORDER = ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'];

export type Sightings<Seen = Group> = Record<string, Seen[]>;

/** Who asks, for what, and what they must not see. */
export interface Watched<Seen> {
  viewer: { token: string };
  /** What stands for a parameter of a path or a query. */
  ids: Record<string, string>;
  /** The groups of which an answer holds anything. */
  seenIn: (answer: ApiAnswer) => Seen[];
}

/** The application, or a process that serves the same. */
type Asked = Pick<TestApp, 'app' | 'api' | 'url'>;

/**
 * What the viewer saw of the family, by operation. What writes is sent twice with one `Idempotency-Key`, and both answers
 * are looked at; documents are read as a person reads them.
 * @param keys of the writes, by operation: filled where there are none yet
 */
export async function sightingsOf<Seen>(
  t: Asked,
  family: Watched<Seen>,
  keys: Record<string, string> = {},
): Promise<Sightings<Seen>> {
  const names = operationsOf(t.app).sort((a, b) => ORDER.indexOf(methodOf(a)) - ORDER.indexOf(methodOf(b)));
  const sightings: Sightings<Seen> = {};
  for (const name of names) {
    const call = CALLS[name];
    if (!call) throw new Error(`${name} is not in ${TABLE}: say how to call it`);
    if (call.notCalled) continue;
    sightings[name] = [];
    for (const query of call.queries ?? ['']) {
      const key = methodOf(name) === 'GET' ? undefined : (keys[`${name}?${query}`] ??= randomUUID());
      for (let times = 0; times < (key ? 2 : 1); times += 1) {
        const answer = name.includes(' /carddav')
          ? await askBook(t, family, name, call.xml)
          : await send(t, family, name, { query, body: call.body, key });
        if (answer.status >= 500) throw new Error(`${name}?${query} failed: ${answer.text}`);
        const seen = family.seenIn(answer).filter((group) => !sightings[name]!.includes(group));
        sightings[name].push(...seen);
      }
    }
  }
  return sightings;
}

const methodOf = (name: string): string => name.split(' ')[0]!;

async function send(
  t: Asked,
  { viewer, ids }: Pick<Watched<unknown>, 'viewer' | 'ids'>,
  name: string,
  { query, body, key }: { query: string; body: unknown; key: string | undefined },
): Promise<ApiAnswer> {
  const [method, template] = name.split(' ') as [string, string];
  const filled = (text: string): string =>
    text.replace(/[:*](\w+)/g, (_, id: string) => idOf(ids, id).split('/').map(encodeURIComponent).join('/'));
  const path = filled(template) + (query && `?${filled(query)}`);
  const sent = JSON.stringify(body)?.replace(/":(\w+)"/g, (_, id: string) => JSON.stringify(idOf(ids, id)));
  if (!OUTSIDE_OF_THE_API.test(template)) {
    const headers = { ...(key && { 'idempotency-key': key }) };
    const answer = await t.api.send(method, path, { token: viewer.token, body: sent, headers });
    return answer.headers.get('content-type') === 'application/pdf'
      ? printed(t, path, viewer.token, answer)
      : answer;
  }
  const response = await fetch(t.url + path, { method, ...(sent && { body: sent }) });
  return { status: response.status, headers: response.headers, body: null, text: await response.text() };
}

/** As an address book program of the viewer asks. */
async function askBook(
  t: Asked,
  { ids }: Pick<Watched<unknown>, 'ids'>,
  name: string,
  body: string | undefined,
): Promise<ApiAnswer> {
  const [method, template] = name.split(' ') as [string, string];
  const path = template.replace(/:(\w+)/g, (_, id: string) => idOf(ids, id));
  const authorization = `Basic ${Buffer.from(`viewer:${idOf(ids, 'appPassword')}`).toString('base64')}`;
  const headers = { authorization, depth: '1' };
  const response = await fetch(t.url + path, { method, headers, ...(body && { body }) });
  return { status: response.status, headers: response.headers, body: null, text: await response.text() };
}

/** Its letters are compressed. */
async function printed(t: Asked, path: string, token: string, answer: ApiAnswer): Promise<ApiAnswer> {
  if (!HAS_PDF_READER) return answer;
  const response = await fetch(`${t.url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
  return { ...answer, text: textOf(Buffer.from(await response.arrayBuffer())) };
}

function idOf(ids: Record<string, string>, name: string): string {
  const id = ids[name];
  if (!id) throw new Error(`privacy-canary-family.ts has no ${name}`);
  return id;
}
