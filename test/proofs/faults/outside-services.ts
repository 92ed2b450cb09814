import { randomUUID } from 'node:crypto';
import type { MenuEntry } from '../../../src/features/menus/menu-entry.entity.js';
import { aMenu } from '../../support/menu.factory.js';
import type { TestMember, TestSchool } from '../../support/school.factory.js';
import { aForm } from '../../support/upload.factory.js';
import type { ApiAnswer, ApiClient } from '../../support/api-client.js';
import { aFileOf } from '../../support/files/attachment-files.js';
import { aPhoto } from '../../support/files/images.js';
import type { TestApp } from '../../support/test-app.js';
import type { CrookedWay, Fault } from './a-crooked-way.js';

/** A service that ours depends on, and what depends on it. */
export interface OutsideService {
  name: string;
  way: CrookedWay;
  /** While it is well. */
  prepare: () => Promise<void>;
  /** Fails when the answer is not the one that is due in this state of the service. */
  ask: (number: number, fault: Fault | null) => Promise<void>;
}

/** Where ours is asked, by whom and about what. */
export interface Asked {
  t: TestApp;
  school: TestSchool;
  admin: TestMember;
  api: ApiClient;
}

/** Of each kind, more than a process has connections to its database. */
const MANY = 16;

/** What is only slow may be too slow, or not. */
function dueStatuses(fault: Fault | null, well: number[], broken: number[]): number[] {
  if (fault === 'slow') return [...well, ...broken];
  return fault === null ? well : broken;
}

function expectOne(what: string, fault: Fault | null, { status, text }: ApiAnswer, due: number[]): void {
  if (!due.includes(status)) throw new Error(`${what} while it is "${fault ?? 'well'}": ${status} ${text}`);
}

/** Files of documents, and photos: one is written before any transaction, the other within one. */
export async function objectStore(asked: Asked, way: CrookedWay): Promise<OutsideService> {
  const { school, admin, api } = asked;
  const { token } = admin;
  const [picture, file] = [await aPhoto('image/png'), await aFileOf('application/pdf')];
  const students = await Promise.all(Array.from({ length: MANY }, () => school.student()));
  const keys = students.map(({ id }) => `student-photos/${id}.png`);
  const stage = async (studentId: string): Promise<void> => {
    const path = `/students/${studentId}/photo/upload-url`;
    const { body } = await api.post(path, { token, body: { content_type: 'image/png' } });
    const put = await fetch(body.upload_url, { method: 'PUT', headers: body.headers, body: picture });
    if (!put.ok) throw new Error(`The picture was not taken: ${put.status}`);
  };
  const confirm = (at: number): Promise<ApiAnswer> =>
    api.post(`/students/${students[at]!.id}/photo`, { token, body: { photo_key: keys[at] } });
  const upload = (): Promise<ApiAnswer> => {
    const form = aForm({ bytes: file, name: 'Trip.pdf', type: 'application/pdf', entityType: 'document' });
    return api.post(`/schools/${school.id}/attachments`, { token, body: form });
  };
  return {
    name: 'object store',
    way,
    prepare: async () => {
      for (const { id } of students) await stage(id);
    },
    ask: async (number, fault) => {
      if (number % 2) return expectOne('A file', fault, await upload(), dueStatuses(fault, [201], [503]));
      // Rubbish instead of a picture may also be taken for a bad picture; one that is confirmed is staged no more.
      const due = dueStatuses(fault, [200, 400], [503, 400]);
      expectOne('A photo', fault, await confirm((number / 2) % MANY), due);
    },
  };
}

/** Notices, whose mails wait. */
export const mailServer = ({ school, admin, api }: Asked, way: CrookedWay): OutsideService => ({
  name: 'mail server',
  way,
  prepare: () => Promise.resolve(),
  ask: async (number, fault) => {
    // Each goes to everybody: a few are a load.
    if (number % 8) return;
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const body = { title: randomUUID(), body: '<p>Come.</p>', expires_at: expiresAt, attachments: [] };
    const answer = await api.post(`/schools/${school.id}/notices`, { token: admin.token, body });
    expectOne('A notice', fault, answer, [201]);
  },
});

/** Students whose address was never looked up: they are shown without a place. */
export async function geocoder(asked: Asked, way: CrookedWay, most: number): Promise<OutsideService> {
  const { t, school, admin, api } = asked;
  const model = await school.studentAtHome({ latitude: null, longitude: null });
  const ids = await t.dataSource.query<{ id: string }[]>(
    `insert into students (school_id, source, source_id, first_name, last_name, graduation_year,
       address_line1, address_city, address_country)
     select school_id, source, source_id || n, first_name, last_name, graduation_year,
       address_line1 || ' ' || n, address_city, address_country
     from students, generate_series(1, $2) n where id = $1 returning id`,
    [model.id, most],
  );
  let next = 0;
  return {
    name: 'geocoder',
    way,
    prepare: () => Promise.resolve(),
    ask: async (_number, fault) => {
      const { id } = ids[next++ % ids.length]!;
      const answer = await api.get(`/students/${id}`, { token: admin.token });
      expectOne('A student', fault, answer, [200]);
      const isFound = answer.body.latitude !== null;
      // Nobody writes to a geocoder.
      const isOpen = fault === 'slow' || fault === 'hanging once it is written to';
      if (!isOpen && next <= ids.length && isFound !== (fault === null))
        throw new Error(`A student while it is "${fault ?? 'well'}": ${answer.text}`);
    },
  };
}

/** Pictures of lunches, made anew each time. */
export async function imageService(asked: Asked, way: CrookedWay): Promise<OutsideService> {
  const { t, school, admin, api } = asked;
  const lunches: MenuEntry[] = [];
  for (let count = 0; count < MANY; count += 1) lunches.push(await aMenu(t, school));
  return {
    name: 'image service',
    way,
    prepare: () => Promise.resolve(),
    ask: async (number, fault) => {
      const path = `/schools/${school.id}/menus/${lunches[number % MANY]!.id}/image?force=true`;
      const answer = await api.post(path, { token: admin.token });
      expectOne('A picture', fault, answer, dueStatuses(fault, [200], [502]));
    },
  };
}
