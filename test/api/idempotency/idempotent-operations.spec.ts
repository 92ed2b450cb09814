import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { AccessLogRecorder } from '../../../src/features/access-log/access-log-recorder.service.js';
import type { Student } from '../../../src/features/directory/students/student.entity.js';
import { ObjectRemovals } from '../../../src/platform/storage/object-removals.service.js';
import { PICNIC, PRACTICE } from '../../support/calendar.factory.js';
import { aList } from '../../support/list.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { anOrganization, type TestOrganization } from '../../support/organization.factory.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { expectError } from '../../support/errors.js';
import { aPhoto } from '../../support/files/images.js';
import { startPhotoApp, type PhotoApp } from '../../support/files/photo-app.js';

let app: PhotoApp;
let school: TestSchool;
let admin: TestMember;
let ada: Student;
let chess: TestOrganization;
let key: string;
beforeAll(async () => {
  app = await startPhotoApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  school = await aSchool(app.t);
  admin = await school.admin();
  ada = await school.student();
  chess = await anOrganization(app.t, school);
  key = randomUUID();
});

const send = (path: string, body: unknown): Promise<ApiAnswer> =>
  app.t.api.post(path, { token: admin.token, body, headers: { 'idempotency-key': key } });
const told = ({ status, text }: ApiAnswer) => ({ status, text });
const counted = async (table: string): Promise<number> => {
  const [row] = await app.t.dataSource.query<[{ count: number }]>(`select count(*)::int from ${table}`);
  return row.count;
};

type Operation = [name: string, table: string, what: () => Promise<[path: string, body: unknown]>];
const OPERATIONS: Operation[] = [
  ['a list', 'lists', async () => [`/schools/${school.id}/lists`, { name: 'Bus' }]],
  [
    'a parent on a list',
    'list_guardians',
    async () => [
      `/lists/${(await aList(app.t, school, admin)).id}/guardians`,
      { guardian_membership_id: (await school.parent()).membershipId },
    ],
  ],
  [
    'a parent of an organization',
    'organization_parents',
    async () => [
      `/organizations/${chess.id}/parents`,
      { membership_id: (await school.parent()).membershipId },
    ],
  ],
  ['an event', 'events', async () => [`/schools/${school.id}/calendar/events`, PICNIC]],
  ['a series', 'event_series', async () => [`/schools/${school.id}/calendar/series`, PRACTICE]],
  [
    'a subscription',
    'calendar_subscriptions',
    async () => [`/schools/${school.id}/calendar/subscriptions`, { name: 'Mine' }],
  ],
  ['a photo of an organization', 'organization_photos', () => uploadFor(`/organizations/${chess.id}/photos`)],
  ['a photo of a student', 'student_photos', () => uploadFor(`/students/${ada.id}/photo`)],
  ["the caller's own photo", 'parent_photos', () => uploadFor('/me/photo')],
];
const uploadFor = async (of: string): Promise<[string, unknown]> => [
  of,
  { photo_key: await app.upload(of, admin.token, 'image/png', await aPhoto('image/png')) },
];

describe('Sent twice with one key', () => {
  it.each(OPERATIONS)('%s is made once', async (_name, table, what) => {
    const [path, body] = await what();
    const before = await counted(table);
    const first = await send(path, body);
    expect([200, 201]).toContain(first.status);
    expect(told(await send(path, body))).toEqual(told(first));
    expect(await counted(table)).toBe(before + 1);
    expectError(
      await send(path, { ...(body as object), more: 1 }),
      409,
      'conflict',
      'idempotency_key_reused',
    );
  });

  it.each(OPERATIONS)('%s leaves neither row nor key when the commit fails', async (_name, table, what) => {
    const [path, body] = await what();
    const before = await counted(table);
    await refuseCommits(async () => expectError(await send(path, body), 500, 'internal_error'));
    expect([await counted(table), await counted(`idempotency_keys where key = '${key}'`)]).toEqual([
      before,
      0,
    ]);
    expect([200, 201]).toContain((await send(path, body)).status);
    expect(await counted(table)).toBe(before + 1);
  });

  it('shows contacts, and every time it is recorded who saw them', async () => {
    const father = await school.parentOf(ada, { phone: '+12125550100' });
    const list = await aList(app.t, school, admin);
    const recorder = app.t.app.get(AccessLogRecorder);
    const reads = async (): Promise<number> => {
      await recorder.flush();
      const [row] = await app.t.dataSource.query<[{ sum: number }]>(
        `select coalesce(sum(count), 0)::int as sum from disclosures
         where reader_membership_id = $1 and operation = 'addListGuardian'`,
        [admin.membershipId],
      );
      return row.sum;
    };
    const seen: number[] = [];
    for (let time = 0; time < 3; time += 1) {
      await send(`/lists/${list.id}/guardians`, { guardian_membership_id: father.membershipId });
      seen.push(await reads());
    }
    expect(seen[0]).toBeGreaterThan(0);
    expect(seen).toEqual([1, 2, 3].map((time) => time * seen[0]!));
  });
});

describe('The objects of a photo', () => {
  const photos = (): string => `/organizations/${chess.id}/photos`;
  const objects = (): string[] => app.objects().filter((object) => object.includes(chess.id));

  it('stay once the row is there, and nothing else after a day', async () => {
    const [path, body] = await uploadFor(photos());
    await send(path, body);
    await send(path, body);
    expect(objects()).toHaveLength(1);
    await app.sweepTomorrow();
    expect(objects()).toEqual([(body as { photo_key: string }).photo_key]);
  });

  it('go after a day when the row was never committed', async () => {
    const [path, body] = await uploadFor(photos());
    await refuseCommits(() => send(path, body));
    expect(objects()).toHaveLength(2);
    await app.t.app.get(ObjectRemovals).sweep();
    expect(objects()).toHaveLength(2);
    await app.sweepTomorrow();
    expect(objects()).toEqual([]);
  });

  it('go at once when the upload is refused', async () => {
    const upload = await app.upload(photos(), admin.token, 'image/png', Buffer.from('no picture'));
    expect((await send(photos(), { photo_key: upload })).status).toBe(400);
    expect(objects()).toEqual([]);
  });

  it('go with the photo before only when the new one is there', async () => {
    const of = `/students/${ada.id}/photo`;
    await app.put(of, admin.token, 'image/jpeg', await aPhoto('image/jpeg'));
    const [path, body] = await uploadFor(of);
    await refuseCommits(() => send(path, body));
    expect((await app.show(of, admin.token)).contentType).toBe('image/jpeg');
    expect((await send(path, body)).status).toBe(200);
    expect((await app.show(of, admin.token)).contentType).toBe('image/png');
    expect(app.objects().filter((object) => object.includes(ada.id))).toEqual([
      `student-photos/${ada.id}.png`,
    ]);
  });
});

/** Meanwhile every transaction that remembers an answer dies at its commit. */
async function refuseCommits<T>(act: () => Promise<T>): Promise<T> {
  await app.t.dataSource.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
    create constraint trigger dies after insert on idempotency_keys deferrable initially deferred
      for each row execute function refuse()`);
  try {
    return await act();
  } finally {
    await app.t.dataSource.query('drop trigger dies on idempotency_keys; drop function refuse');
  }
}
