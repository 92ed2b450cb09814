import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ContentFile } from '../../../src/imports/content/content-file.schema.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { type ImportApp, startImportApp } from '../a-fed-app.js';

let t: ImportApp;
let school: TestSchool;
let admin: TestMember;
beforeAll(async () => (t = await startImportApp()));
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.stopAt('2026-09-20T12:00:00Z');
  school = await aSchool(t);
  admin = await school.admin();
});

const OPENS = { opens_at: '2026-09-01T08:00:00Z' };
const [STARTS, ENDS] = ['2026-10-20T08:00:00Z', '2026-10-20T09:00:00Z'];

/** One of each kind of which a row stays when somebody deletes it. */
const content = (title: string): ContentFile => ({
  polls: [{ key: 'k', title, ...OPENS, questions: [{ text: 'Where?', choices: ['Lake', 'Park'] }] }],
  signups: [{ key: 'k', title, ...OPENS, items: [{ title: 'Cake' }] }],
  permission_slips: [{ key: 'k', title, ...OPENS, body: '<p>Bones</p>', statement: 'I allow it.' }],
  events: [{ key: 'k', title, starts_at: STARTS, ends_at: ENDS }],
});

async function deleteEach(): Promise<void> {
  for (const [table, path] of [
    ['polls', (id: string) => `/polls/${id}/management`],
    ['signups', (id: string) => `/signups/${id}/management`],
    ['permission_slips', (id: string) => `/permission-slips/${id}/management`],
    ['events', (id: string) => `/schools/${school.id}/calendar/events/${id}`],
  ] as const) {
    const [row] = await t.dataSource.query<{ id: string }[]>(`select id from ${table} where school_id = $1`, [
      school.id,
    ]);
    expect((await t.api.delete(path(row!.id), { token: admin.token })).status).toBe(204);
  }
}

describe('What a content file brings though somebody has deleted it', () => {
  it('stays deleted, and the report says so of each, whether or not the file has changed', async () => {
    await t.bring(school.id, content('Picnic'));
    await deleteEach();
    for (const title of ['Picnic', 'Outing']) {
      const { errors, warnings } = await t.bring(school.id, content(title));
      expect(errors).toEqual([]);
      const told = warnings.filter(({ code }) => code === 'deleted_since');
      expect(told.map(({ value, message }) => [value, message.split(':')[0]])).toEqual([
        ['k', 'events'],
        ['k', 'polls'],
        ['k', 'signups'],
        ['k', 'permission_slips'],
      ]);
    }
    const { body } = await t.api.get(`/schools/${school.id}/polls`, { token: admin.token });
    expect(body).toEqual({ polls: [] });
  });

  it('stands in no warning once it was brought back', async () => {
    await t.bring(school.id, { polls: content('Picnic').polls });
    const [{ id }] = await t.dataSource.query('select id from polls where school_id = $1', [school.id]);
    for (const send of [
      () => t.api.delete(`/polls/${id}/management`, { token: admin.token }),
      () => t.api.patch(`/polls/${id}/management`, { token: admin.token, body: { deleted: false } }),
    ])
      expect((await send()).status).toBeLessThan(300);
    expect((await t.bring(school.id, { polls: content('Outing').polls })).warnings).toEqual([]);
  });
});
