import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { fromProjectRoot } from '../../src/platform/config/project-root.js';
import { ApiClient, type ApiAnswer, type ApiRequest } from '../support/api-client.js';
import { signIn, type Site } from './shipped-service.js';

interface Target {
  site: Site;
  /** Where calls are sent to: the service, or a proxy before it that knows the document. */
  api: string;
}

type Values = Record<string, string>;

const CALLERS = ['parent', 'senior'] as const;
type Caller = (typeof CALLERS)[number];

interface Operation {
  parameters?: { in: string; name: string; required?: boolean }[];
}

const { paths } = JSON.parse(readFileSync(fromProjectRoot('docs/openapi.json'), 'utf8')) as {
  paths: Record<string, { get?: Operation }>;
};

/** All operations that read: paths below the version, with the query that each must have. */
const READS = Object.entries(paths).flatMap(([path, { get }]) => {
  if (!get) return [];
  const needed = (get.parameters ?? []).filter((one) => one.in === 'query' && one.required);
  return {
    path: path.replace('/api/v1', ''),
    query: needed.map(({ name }) => `${name}={${name}}`).join('&'),
  };
});

/** What a read asks for, beyond its path; the first of several where there is no other. */
const QUERIES: Record<string, string[]> = {
  '/me/claims': ['', 'schoolId={schoolId}'],
  '/me/disclosures': ['', 'schoolId={schoolId}'],
  '/organizations/{organizationId}/schedule': ['', 'from=2026-01-01&to=2026-12-31'],
  '/schools/{schoolId}/map-markers': ['', 'starred=true', 'list={listId}', 'org={organizationId}'],
  '/schools/{schoolId}/menus/day': ['date=2026-11-25'],
  '/schools/{schoolId}/menus/week': ['start=2026-11-22'],
  '/schools/{schoolId}/notifications': ['', 'unreadOnly=true'],
  '/schools/{schoolId}/organizations': ['', 'kind=team'],
  '/schools/{schoolId}/students': ['', 'q=theo', 'full=true', 'q=a&full=true'],
};

/** Calls of a parent and of an administrator, and what they must not: each answer has to be as the document says. */
export function describeCalls(target: () => Target): void {
  describe('calls as the document describes them', () => {
    let api: ApiClient;
    const tokens = {} as Record<Caller, string>;
    const values = {} as Record<Caller, Values>;
    let answered = 0;

    beforeAll(async () => {
      const { site, api: url } = target();
      api = new ApiClient(url);
      for (const caller of CALLERS) {
        tokens[caller] = await signIn(site, `${caller}@demo.school`);
        values[caller] = await valuesOf(new ApiClient(site.url), tokens[caller]);
      }
    }, 60_000);

    /** A call whose request has to be as the document says, too, when it is answered with success. */
    async function call(method: string, path: string, request: ApiRequest = {}): Promise<ApiAnswer> {
      const answer = await api.send(method, path, request);
      answered += 1;
      const all = JSON.parse(answer.headers.get('sl-violations') ?? '[]') as { location: string[] }[];
      const mismatches = answer.status < 400 ? all : all.filter(({ location }) => location[0] === 'response');
      expect({ method, path, status: answer.status, mismatches }).toMatchObject({ mismatches: [] });
      return answer;
    }
    const as = (caller: Caller, method: string, path: string, body?: unknown): Promise<ApiAnswer> =>
      call(method, filled(path, values[caller]), { token: tokens[caller], body });

    it.each(CALLERS)(
      'answers every read of the %s',
      async (caller) => {
        const answers: { asked: string; status: number }[] = [];
        for (const { path, query } of READS)
          for (const chosen of QUERIES[path] ?? [query]) {
            const asked = chosen ? `${path}?${chosen}` : path;
            answers.push({ asked, status: (await as(caller, 'GET', asked)).status });
          }
        const refused = answers.filter(({ status }) => status >= 400);
        expect(refused.filter(({ status }) => ![403, 404].includes(status))).toEqual([]);
        // What somebody has none of is not there for them, and a parent reads nothing that is for managers.
        expect(refused.length).toBeLessThan(answers.length / 2);
      },
      120_000,
    );

    it('answers writes of a parent', async () => {
      const list = await as('parent', 'POST', '/schools/{schoolId}/lists', {
        name: 'A list',
        description: null,
      });
      expect(list.status).toBe(201);
      const path = `/lists/${(list.body as { id: string }).id}`;
      const statuses = [
        await as('parent', 'PATCH', path, { name: 'Another name' }),
        await as('parent', 'POST', `${path}/students`, { student_id: values.parent.studentId }),
        await as('parent', 'DELETE', path),
        await as('parent', 'POST', '/students/{studentId}/star'),
        await as('parent', 'DELETE', '/students/{studentId}/star'),
        await as('parent', 'PUT', '/students/{studentId}/note', { body: 'Likes chess' }),
      ].map(({ status }) => status);
      expect(statuses).toEqual([200, 204, 204, 204, 204, 200]);
    });

    it('answers writes of an administrator, with null where one is allowed', async () => {
      const notice = await as('senior', 'POST', '/schools/{schoolId}/notices', {
        title: 'A notice',
        body: '<p>Hello</p>',
        expires_at: '2030-01-01T00:00:00Z',
        audience: null,
      });
      const event = await as('senior', 'POST', '/schools/{schoolId}/calendar/events', {
        title: 'An event',
        starts_at: '2026-12-01T15:00:00Z',
        ends_at: '2026-12-01T16:00:00Z',
        audience: null,
      });
      expect([notice.status, event.status]).toEqual([201, 201]);
      const [noticeId, eventId] = [notice, event].map(({ body }) => (body as { id: string }).id);
      const statuses = [
        await as('senior', 'PATCH', `/schools/{schoolId}/notices/${noticeId}`, { title: 'Changed' }),
        await as('senior', 'DELETE', `/schools/{schoolId}/notices/${noticeId}`),
        await as('senior', 'DELETE', `/schools/{schoolId}/calendar/events/${eventId}`),
      ].map(({ status }) => status);
      expect(statuses).toEqual([200, 204, 204]);
    });

    it.each<[number, string, string, unknown]>([
      [400, 'GET', '/schools/{schoolId}/menus/day?date=yesterday', undefined],
      [400, 'GET', '/schools/{schoolId}/menus/week?start=2026-11-99', undefined],
      [400, 'GET', '/schools/{schoolId}/students?graduationYear=soon', undefined],
      [400, 'GET', '/schools/{schoolId}/students?full=perhaps', undefined],
      [400, 'POST', '/schools/{schoolId}/lists', {}],
      [400, 'POST', '/schools/{schoolId}/lists', { name: 7 }],
      [400, 'PATCH', '/me/contact', { email: 'nobody' }],
      [
        403,
        'POST',
        '/schools/{schoolId}/notices',
        { title: 'A notice', body: '<p>Hello</p>', expires_at: '2030-01-01T00:00:00Z' },
      ],
      [403, 'GET', '/organizations/{organizationId}/candidates', undefined],
      [403, 'GET', '/schools/{unknown}/students', undefined],
      [404, 'GET', '/students/{unknown}', undefined],
      [404, 'GET', '/lists/{unknown}', undefined],
      [404, 'GET', '/schools/{schoolId}/map-markers?list={unknown}', undefined],
      [404, 'GET', '/polls/{unknown}', undefined],
      [404, 'GET', '/signups/{unknown}', undefined],
      [404, 'GET', '/schools/{schoolId}/notices/{unknown}', undefined],
      [404, 'PATCH', '/lists/{unknown}', { name: 'A list' }],
    ])('refuses with %i: %s %s', async (status, method, path, body) => {
      expect((await as('parent', method, path, body)).status).toBe(status);
    });

    it('refuses with 401 whoever has no token', async () => {
      for (const { path } of READS.slice(0, 5))
        expect((await call('GET', filled(path, values.parent))).status).toBe(401);
    });

    it('number 150 at least', () => {
      expect(answered).toBeGreaterThanOrEqual(150);
    });
  });
}

/** Ids without which a path is asked with one that is unknown. */
const filled = (path: string, values: Values): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? randomUUID());

/** One of each thing that there is for this caller. */
async function valuesOf(api: ApiClient, token: string): Promise<Values> {
  const values: Values = {};
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  const get = async (path: string): Promise<any> => {
    const { body, status } = await api.get(filled(path, values), { token });
    return status === 200 ? body : {};
  };
  const first = async (name: string, path: string, list: string): Promise<void> => {
    const all = ((await get(path))[list] ?? []) as { id?: string }[];
    if (all[0]?.id) values[name] = all[0].id;
  };
  values.schoolId = (await get('/me')).memberships[0].school_id;
  const list = await api.post(`/schools/${values.schoolId}/lists`, {
    token,
    body: { name: 'Of a stranger' },
  });
  values.listId = list.body.id;
  values.studentId = (await get('/schools/{schoolId}/students?q=theo')).students[0].id;
  values.parentId = (await get('/students/{studentId}')).guardians?.[0]?.id;
  await first('organizationId', '/schools/{schoolId}/organizations', 'organizations');
  await first('photoId', '/organizations/{organizationId}/photos', 'photos');
  await first('notificationId', '/schools/{schoolId}/notifications', 'notifications');
  await first('slipId', '/schools/{schoolId}/permission-slips', 'permission_slips');
  await first('responseId', '/permission-slips/{slipId}', 'responses');
  await first('pollId', '/schools/{schoolId}/polls', 'polls');
  await first('signupId', '/schools/{schoolId}/signups', 'signups');
  await first('noticeId', '/schools/{schoolId}/notices', 'notices');
  await first('documentId', '/schools/{schoolId}/documents', 'documents');
  await first('eventId', '/schools/{schoolId}/calendar', 'events');
  await first('seriesId', '/schools/{schoolId}/calendar/series', 'series');
  await first('attachmentId', '/schools/{schoolId}/documents/{documentId}', 'attachments');
  return values;
}
