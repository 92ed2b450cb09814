import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { TestCalendar } from '../../support/calendar.factory.js';
import { aList } from '../../support/list.factory.js';
import { aPermissionSlip } from '../../support/permission-slip.factory.js';
import { aPoll } from '../../support/poll.factory.js';
import { aDocumentRow, aNoticeRow } from '../../support/publication.factory.js';
import { aSchool, TestSchool } from '../../support/school.factory.js';
import { aSignup } from '../../support/signup.factory.js';
import { anOrganization } from '../../support/organization.factory.js';
import type { TestApp } from '../../support/test-app.js';
import { WITHOUT_TOKENS } from '../authorization/without-tokens.table.js';
import { operationsOf } from '../../architecture/operations.js';
import { aCanaryFamily, type Canaries } from '../../architecture/privacy-canary/privacy-canary-family.js';
import { CALLS } from '../../architecture/privacy-canary/privacy-canary.table.js';
import { startAppWithDataDir } from '../../support/data-dir-app.factory.js';

/*
 * Contract section 0, rule 11: what a caller may not see never changes the tag of what they get. A parent takes every GET,
 * something changes that is not for them, and they take them all again: bodies, tags and all other headers are the same.
 */

/** What is new in every answer, or says nothing of the content. */
const OF_EACH_ANSWER = ['date', 'x-request-id', 'keep-alive', 'connection'];
/** Signed addresses, files with the moment in them, probes; and what the calls themselves write. */
const NEVER_THE_SAME =
  /download-url|\/pdf$|\/me\/export$|\/me\/sessions$|^GET \/(readyz|healthz)?$|^GET \/storage/;

let t: TestApp;
beforeAll(async () => {
  t = await startAppWithDataDir();
  // What is good for six hours says so in minutes: between two looks none may pass.
  t.clock.stopAt(new Date().toISOString());
});
afterAll(() => t.close());

let family: Canaries;
let school: TestSchool;

const query = (sql: string, params: unknown[] = []): Promise<unknown> => t.dataSource.query(sql, params);
const admins = { audienceType: 'admins' as const };
const calendar = async () => new TestCalendar(t, school, (await school.admin()).token);
const eventFor = async (audience: object, given: object = {}): Promise<string> =>
  (await calendar()).anEvent({
    starts_at: '2026-12-05T16:00:00Z',
    ends_at: '2026-12-05T17:00:00Z',
    audience,
    ...given,
  });

/** What the parent cannot see: what is there before, and how it changes. */
const CHANGES: Record<string, () => Promise<() => Promise<unknown>>> = {
  'an event for admins that is made': async () => {
    const { token } = await school.admin();
    return () =>
      t.api.post(`/schools/${school.id}/calendar/events`, {
        token,
        body: {
          title: 'Secret',
          starts_at: '2026-12-05T16:00:00Z',
          ends_at: '2026-12-05T17:00:00Z',
          audience: { type: 'admins' },
        },
      });
  },
  'an event for admins that is renamed': async () => {
    const id = await eventFor({ type: 'admins' });
    const { token } = await school.admin();
    return () =>
      t.api.patch(`/schools/${school.id}/calendar/events/${id}`, { token, body: { title: 'Another' } });
  },
  'an event for another year that is called off': async () => {
    const id = await eventFor({ type: 'graduation_years', graduation_years: [1999] });
    const { token } = await school.admin();
    return () => t.api.delete(`/schools/${school.id}/calendar/events/${id}`, { token });
  },
  'an occurrence for admins that is renamed': async () => {
    const { token } = await school.admin();
    const path = `/schools/${school.id}/calendar/series/${family.ids.seriesId}/occurrences`;
    const id = (await t.api.get(path, { token })).body.events[1].id as string;
    const change = async (body: object) => {
      const answer = await t.api.patch(`/schools/${school.id}/calendar/events/${id}`, { token, body });
      expect(answer.status).toBe(200);
      return answer;
    };
    await change({ audience: { type: 'admins' }, title: 'Secret' });
    return () => change({ title: 'Another' });
  },
  'a series for admins': async () => {
    const { token } = await school.admin();
    const body = {
      title: 'Secret',
      local_start: '2026-12-07T15:30',
      duration_minutes: 60,
      rrule: 'FREQ=WEEKLY;COUNT=3',
      audience: { type: 'admins' },
    };
    return () => t.api.post(`/schools/${school.id}/calendar/series`, { token, body });
  },
  'a notice for admins': () => Promise.resolve(() => aNoticeRow(t, school, admins)),
  'a notice of tomorrow': () =>
    Promise.resolve(() =>
      aNoticeRow(t, school, { startsAt: new Date('2098-01-01'), expiresAt: new Date('2099-01-01') }),
    ),
  'a document for admins': () => Promise.resolve(() => aDocumentRow(t, school, admins)),
  'a poll for admins': () => Promise.resolve(() => aPoll(t, school, admins)),
  'a poll that has not opened': () =>
    Promise.resolve(() => aPoll(t, school, { opensAt: new Date('2099-01-01') })),
  'a sign-up for admins with an event of everybody': async () => {
    const eventId = await eventFor({ type: 'school' });
    return () => aSignup(t, school, { Cake: {} }, { ...admins, eventId });
  },
  'a slip for admins with an event of everybody': async () => {
    const eventId = await eventFor({ type: 'school' });
    return () => aPermissionSlip(t, school, { ...admins, eventId });
  },
  'the hidden contact of another family': () =>
    Promise.resolve(() =>
      query(
        `update guardians set email = id || '@example.org', phone = '+12125550111'
         where school_id = $1 and profile_visibility = 'name_only' and membership_id is null`,
        [school.id],
      ),
    ),
  'the hidden address of another family': () =>
    Promise.resolve(() =>
      query(
        `update students set address_line1 = 'Elsewhere 9', latitude = 1.5, longitude = 2.5, updated_at = now()
         where id = $1`,
        [family.ids.studentId],
      ),
    ),
  'the hidden contact of a student': () =>
    Promise.resolve(() =>
      query(`update students set email = 'child@example.org', phone = '5' where id = $1`, [
        family.ids.studentId,
      ]),
    ),
  'the note, star and list of another': async () => {
    const other = await school.parent();
    return async () => {
      const student = await t.dataSource.query<{ id: string }[]>('select id from students where id = $1', [
        family.ids.studentId,
      ]);
      await t.api.put(`/students/${student[0]!.id}/note`, { token: other.token, body: { body: 'Mine' } });
      await t.api.post(`/students/${student[0]!.id}/star`, { token: other.token });
      await aList(t, school, other, [student[0] as never]);
    };
  },
  'an archived organization': async () => {
    const organization = await anOrganization(t, school);
    await organization.archive();
    return () => query(`update organizations set name = 'Other' where id = $1`, [organization.id]);
  },
  'a deactivated member who is renamed': async () => {
    const member = await school.parent({ deactivatedAt: new Date() });
    return () => query(`update memberships set first_name = 'Other' where id = $1`, [member.membershipId]);
  },
  "another's subscription and notification": async () => {
    const other = await school.parent();
    return async () => {
      await t.api.post(`/schools/${school.id}/calendar/subscriptions`, { token: other.token, body: {} });
      await query(
        `insert into calendar_subscriptions (token, membership_id, school_id, name, created_at)
         values ($1, $2, $3, 'X', now())`,
        [randomUUID(), other.membershipId, school.id],
      );
    };
  },
  'a grant of another': async () => {
    const other = await school.parent();
    const organization = await anOrganization(t, school);
    return () => organization.grant(other);
  },
  'anything of another school': async () => {
    const elsewhere = await aSchool(t);
    return async () => {
      await elsewhere.parentOf(await elsewhere.studentAtHome());
      await aNoticeRow(t, elsewhere);
    };
  },
};

interface Taken {
  body: string;
  headers: Record<string, string>;
}

async function takeAll(): Promise<Map<string, Taken>> {
  const taken = new Map<string, Taken>();
  const gets = operationsOf(t.app).filter(
    (name) => name.startsWith('GET ') && !NEVER_THE_SAME.test(name) && !WITHOUT_TOKENS.includes(name),
  );
  for (const name of gets)
    for (const search of CALLS[name]?.queries ?? ['']) {
      const fill = (text: string): string =>
        text.replace(/[:*](\w+)/g, (_, id: string) => encodeURIComponent(family.ids[id] ?? id));
      const path = fill(name.slice(4)) + (search && `?${fill(search)}`);
      const base = /^\/(api|\.well-known)\//.test(path) ? t.url : `${t.url}/api/v1`;
      const answer = await fetch(base + path, {
        headers: base === t.url ? {} : { authorization: `Bearer ${family.viewer.token}` },
      });
      const headers = Object.fromEntries(
        [...answer.headers].filter(([header]) => !OF_EACH_ANSWER.includes(header)),
      );
      taken.set(`${name}?${search}`, { body: withoutMoment(await answer.text()), headers });
    }
  return taken;
}

/** Moment and request, which are no part of a tag, and the text of a cursor, which is sealed anew each time: its length stays. */
const withoutMoment = (text: string): string =>
  text
    .replace(/"(generated_at|request_id)":"[^"]*"/g, '')
    .replace(/[0-9a-f-]{36}(?=\.?"\}\})/g, '')
    .replace(/(?<="cursor":")[^"]+/, (cursor) => `${cursor.length} characters`);

describe('a parent', () => {
  const changes: Record<string, () => Promise<unknown>> = {};
  /** The look after one change is the look before the next. */
  let before: Map<string, Taken>;
  beforeAll(async () => {
    family = await aCanaryFamily(t, 'unrelated parent', { hidden: true });
    school = new TestSchool(t, family.ids.schoolId!);
    for (const name of Object.keys(CHANGES)) changes[name] = await CHANGES[name]!();
    // The first ones mark what they show as read.
    await takeAll();
    before = await takeAll();
  });

  it.each(Object.keys(CHANGES))('learns nothing of %s by any body, tag or other header', async (name) => {
    await changes[name]!();
    const [earlier, after] = [before, await takeAll()];
    before = after;
    const told = [...earlier].filter(
      ([operation, taken]) => JSON.stringify(after.get(operation)) !== JSON.stringify(taken),
    );
    expect(told.map(([operation, taken]) => [operation, taken, after.get(operation)])).toEqual([]);
  });

  it('gets another tag for another body', async () => {
    await eventFor({ type: 'school' });
    await aNoticeRow(t, school);
    const after = await takeAll();
    const changed = [...before].filter(([operation, { body }]) => after.get(operation)!.body !== body);
    expect(changed.length).toBeGreaterThan(3);
    for (const [operation, { headers }] of changed)
      expect([operation, after.get(operation)!.headers.etag]).not.toEqual([operation, headers.etag]);
  });
});
