import { expect } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.js';
import type { TestApp } from '../../support/test-app.js';
import { sightingsOf, type Sightings } from '../../architecture/privacy-canary/privacy-canary-calls.js';
import { ADDITIVE, argumentsOf, SPECIFIED } from '../../mcp/operations.js';
import type { Family, Group } from './restricted-family.js';
import type { Ids } from './restricted-items.js';

/** Where Sam's name and year stand for Rob as well: their own account, the roster, what they noted, and their lists. */
const NAMES_SAM = new Set([
  ...['GET /me', 'GET /me/export', 'GET /schools/:schoolId/students', 'GET /students/:studentId'],
  ...['GET /lists/:listId', 'POST /lists/:listId/guardians', 'GET /lists/:listId/guardians'],
  ...['GET /students/:studentId/note', 'PUT /students/:studentId/note', 'POST /registration/confirm'],
  ...['GET /lists/:listId/message-recipients', 'GET /lists/:listId/export.vcf'],
  ...['PROPFIND /carddav/books/:bookId', 'REPORT /carddav/books/:bookId'],
  ...['PROPFIND', 'REPORT', 'GET'].map((method) => `${method} /carddav/books/:bookId/:file`),
  ...['get_me', 'list_students', 'get_student', 'get_list', 'get_student_note'].map((tool) => `tool ${tool}`),
]);

/** Quotes the request. */
const QUOTES = /^(GET|PUT) \/storage\/|\/photo\/upload-url$/;

export interface Looked {
  sightings: Sightings<Group>;
  /** Answers that were looked at. */
  answers: number;
}

/** Every operation and every tool in Rob's name, and what each answer shows. */
export async function lookedAtByRob(t: TestApp, family: Family, ids: Ids): Promise<Looked> {
  let answers = 0;
  const seenIn = ({ text, headers }: Pick<ApiAnswer, 'text' | 'headers'>): Group[] => {
    answers += 1;
    return family.canaries.groupsIn([text, ...[...headers].flat()].join('\n'));
  };
  const found = {
    ...(await toolsOf(t, family, ids, seenIn)),
    ...(await sightingsOf(t, { viewer: family.rob, ids, seenIn })),
  };
  const sightings = Object.entries(found)
    .filter(([name]) => !QUOTES.test(name))
    .map(([name, seen]) => [name, NAMES_SAM.has(name) ? seen.filter((group) => group !== 'name') : seen])
    .filter(([, seen]) => seen!.length > 0);
  return { sightings: Object.fromEntries(sightings) as Sightings<Group>, answers };
}

async function toolsOf(
  t: TestApp,
  { rob }: Family,
  ids: Ids,
  seenIn: (answer: Pick<ApiAnswer, 'text' | 'headers'>) => Group[],
): Promise<Sightings<Group>> {
  const sightings: Sightings<Group> = {};
  const values = { ...ids, start: '2026-09-06', date: '2026-09-07' };
  for (const [name, path] of Object.entries({ ...SPECIFIED, ...ADDITIVE })) {
    const call = { name, arguments: argumentsOf(path, values) };
    const response = await fetch(`${t.url}/mcp`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${rob.token}`, 'content-type': 'application/json' },
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
    });
    expect([name, response.status]).toEqual([name, 200]);
    sightings[`tool ${name}`] = seenIn({ text: await response.text(), headers: response.headers });
  }
  return sightings;
}
