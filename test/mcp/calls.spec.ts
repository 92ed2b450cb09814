import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '@modelcontextprotocol/client';
import { aSchool } from '../support/school.factory.js';
import { startPhotoApp, type PhotoApp } from '../support/files/photo-app.js';
import { tokenOf } from '../support/tokens.js';
import { callTool, connectClient } from '../support/processes/tool-server.js';
import { aFamily, type Family } from './a-family.js';
import { ADDITIVE, addressOf, argumentsOf, SPECIFIED, type Given } from './operations.js';

let app: PhotoApp;
let family: Family;
const clients: Client[] = [];

beforeAll(async () => {
  app = await startPhotoApp();
  family = await aFamily(app);
  // The same question has the same answer, with its times.
  app.t.clock.stopAt(app.t.clock.now().toISOString());
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await app.close();
});

async function connect(token: string, env = {}): Promise<Client> {
  const client = await connectClient({ API_TOKEN: token, API_BASE_URL: app.t.url, ...env });
  clients.push(client);
  return client;
}

/** What the API itself answers to this token. */
async function asked(token: string, address: string): Promise<{ status: number; bytes: Buffer }> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${app.t.url}/api/v1${address}`, { headers });
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}

async function expectSame(
  { client, token }: { client: Client; token: string },
  name: string,
  given: Given,
  status: number,
): Promise<string> {
  const path = { ...SPECIFIED, ...ADDITIVE }[name]!;
  const api = await asked(token, addressOf(path, given));
  const tool = await callTool(client, name, given);
  expect({ status: api.status, isError: tool.isError }).toEqual({ status, isError: status !== 200 });
  expect(Buffer.from(tool.text).equals(api.bytes)).toBe(true);
  return tool.text;
}

describe.each([
  ['of the specification', {}, Object.entries(SPECIFIED)],
  ['that are additive', { API_TOOLS: 'extended' }, Object.entries(ADDITIVE)],
])('every tool %s', (_, env, operations) => {
  let client: Client;
  beforeAll(async () => (client = await connect(family.mother.token, env)));

  it.each(operations)('%s answers, byte for byte, what the API answers', async (name, path) => {
    const { mother, given } = family;
    const own = argumentsOf(path, given);
    const text = await expectSame({ client, token: mother.token }, name, own, 200);
    // An empty list would be the same for everybody.
    expect(text).toMatch(/"[a-z_]*(id|url|date|name)" ?:/);
  });
});

describe('the optional arguments', () => {
  let client: Client;
  beforeAll(async () => (client = await connect(family.mother.token, { API_TOOLS: 'extended' })));

  it.each<[string, Given]>([
    ['list_students', { q: 'Zo' }],
    ['list_students', { q: 'no & such=name #?+%' }],
    ['list_students', { q: '' }],
    ['list_students', { graduationYear: 2030 }],
    ['list_students', { full: 'true' }],
    ['list_map_markers', { starred: 'true' }],
    ['list_map_markers', { starred: '' }],
    ['list_organizations', { kind: 'team' }],
    ['list_notifications', { unreadOnly: 'true' }],
  ])('%s passes on %j', async (name, more) => {
    const { token } = family.mother;
    await expectSame({ client, token }, name, { schoolId: family.given.schoolId!, ...more }, 200);
  });
});

describe('what the API refuses', () => {
  let client: Client;
  beforeAll(async () => (client = await connect(family.mother.token)));

  it.each<[string, Given, number]>([
    ['get_student', { studentId: '00000000-0000-4000-8000-000000000000' }, 404],
    ['get_student', { studentId: '../me' }, 404],
    ['get_student', { studentId: 'é/?#%2e%2e' }, 404],
    ['get_parent_photo_url', { parentId: '00000000-0000-4000-8000-000000000000' }, 403],
    ['list_staff', { schoolId: '00000000-0000-4000-8000-000000000000' }, 403],
  ])('%s %j is handed on unchanged, as an error', async (name, given, status) => {
    const { token } = family.mother;
    await expectSame({ client, token }, name, given, status);
  });

  it('includes a rule that the arguments break', async () => {
    const { mother, given } = family;
    const { schoolId } = given as { schoolId: string };
    await expectSame(
      { client, token: mother.token },
      'get_menus_week',
      { schoolId, start: '2026-09-07' },
      400,
    );
    await expectSame({ client, token: mother.token }, 'get_menus_day', { schoolId, date: 'today' }, 400);
  });

  it('includes a school of others, and a feature that is off', async () => {
    const { given } = family;
    const other = await aSchool(app.t);
    const stranger = await other.parent();
    await other.setFeatures({ notices: false });
    const { token } = stranger;
    const strangers = await connect(token);
    await expectSame({ client: strangers, token }, 'list_students', { schoolId: given.schoolId! }, 403);
    await expectSame({ client: strangers, token }, 'get_list', { listId: given.listId! }, 404);
    await expectSame({ client: strangers, token }, 'list_notices', { schoolId: other.id }, 404);
  });

  it('includes a token that is wrong, and a session without its second step', async () => {
    const pending = await tokenOf(app.t, family.mother, { secondStepPending: true });
    for (const [token, code] of [
      ['nonsense', 'not_authenticated'],
      [pending, 'mfa_required'],
    ] as const) {
      const text = await expectSame({ client: await connect(token), token }, 'get_my_contact', {}, 401);
      expect(JSON.parse(text)).toMatchObject({ error: { code } });
      expect(text).not.toContain(token);
    }
  });
});

it('answers calls that are made together, each with its own answer', async () => {
  const { mother, given } = family;
  const client = await connect(mother.token);
  const names = ['get_me', 'get_student', 'list_lists', 'list_staff', 'list_calendar'] as const;
  await Promise.all(
    [...names, ...names].map((name) => {
      const own = argumentsOf(SPECIFIED[name]!, given);
      return expectSame({ client, token: mother.token }, name, own, 200);
    }),
  );
});
