import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { CALLS } from '../../architecture/privacy-canary/privacy-canary.table.js';
import { DataSource } from 'typeorm';
import { watchStatements } from '../../../src/platform/database/watched-statements.js';
import { currentRequest } from '../../../src/platform/http/current-request.js';
import { operationsOf } from '../../architecture/operations.js';
import { startAppWithDataDir } from '../../support/data-dir-app.factory.js';
import { operatorServices } from '../../support/operator-services.factory.js';
import { anOrganization, type TestOrganization } from '../../support/organization.factory.js';
import { aPermissionSlip, SlipClient } from '../../support/permission-slip.factory.js';
import { aDocumentRow, aNoticeRow } from '../../support/publication.factory.js';
import { aPoll } from '../../support/poll.factory.js';
import { figure } from '../../support/proofs/figures.js';
import { aSignup } from '../../support/signup.factory.js';
import { WITHOUT_TOKENS } from '../authorization/without-tokens.table.js';
import { LINKS } from './links.js';
import { aFamily, keepApart, YEAR, type Family, type Operated } from './restricted-family.js';
import { idsOf, itemsOf, type Ids } from './restricted-items.js';

/*
 * Rob takes every GET; something changes that is hidden from him about Sam and Sam's family; he takes them all again. Bodies, tags, order
 * and counts are the same, as in two worlds that differ in nothing else.
 */

/** Signed addresses, files with the moment in them, probes, and a cursor, which is sealed anew each time. */
const NEVER_THE_SAME =
  /download-url|\/pdf$|\/me\/export$|\/me\/sessions$|\/changes$|^GET \/(readyz|healthz)?$|^GET \/storage/;
/** What is new in every answer, or says nothing of the content. */
const OF_EACH_ANSWER = ['date', 'x-request-id', 'keep-alive', 'connection'];

let t: Operated;
let compared = 0;
let told = 0;
let timed = 0;
/** Sent since it was emptied. */
/** Statements, with the address of the request that they were for; undefined for what runs by itself. */
const sent: { of: string | undefined; text: string }[] = [];
beforeAll(async () => {
  const app = await startAppWithDataDir();
  t = { ...app, services: await operatorServices(app.settings) };
  // What is good for six hours says so in minutes: between two looks none may pass.
  t.clock.stopAt(new Date().toISOString());
  watchStatements(
    t.app.get(DataSource),
    ({ text }) => void sent.push({ of: currentRequest()?.originalUrl, text }),
  );
});
afterAll(async () => {
  figure('Hidden changes × GET: answers to a restricted guardian that were compared, byte by byte', compared);
  figure('Of those, told apart by body, tag or another header', told, '0');
  figure('Hidden changes × GET whose statements were compared: what is sent is what takes time', timed);
  await t.services.close();
  await t.close();
});

let family: Family;
let ids: Ids;
let other: TestOrganization;

const query = (sql: string, ...params: unknown[]): Promise<unknown> => t.dataSource.query(sql, params);
const ofYear = { audienceType: 'graduation_years' as const, audienceYears: [YEAR] };
const ofClub = () => ({ audienceType: 'organizations' as const, audienceOrganizationIds: [family.club.id] });
const setSam = (columns: string) => query(`update students set ${columns} where id = $1`, family.sam.id);

const CHANGES: Record<string, () => Promise<unknown>> = {
  "the child's address and place": () =>
    setSam(`address_line1 = 'Elsewhere 9', address_city = 'Far', latitude = 1.5, longitude = 2.5`),
  "the child's address, which is hidden from all": () => setSam('address_visible = false'),
  "the child's contact": () => setSam(`email = 'new@example.org', phone = '+12125550111'`),
  "the child's grade and middle name": () => setSam(`grade = '9', middle_name = 'New'`),
  "the child's name in the records": () => setSam(`legal_first_name = 'Other'`),
  'no place any more': () => setSam('latitude = null, longitude = null'),
  "the child's photo": () => query('delete from student_photos where student_id = $1', family.sam.id),
  'another club of the child': () => other.enroll(family.sam),
  'the child, who leaves a club': () =>
    query('delete from organization_students where student_id = $1', family.sam.id),
  'the child, who leads a club': () => other.leader({ studentId: family.sam.id }),
  "the mother's contact at the school": () =>
    query(
      `update guardians set email = id || '@example.org', phone = '+12125550112' where school_id = $1 and membership_id = $2`,
      ...[family.school.id, family.mary.membershipId],
    ),
  "the mother's own phone": () =>
    query(`update memberships set phone = '+12125550113' where id = $1`, family.mary.membershipId),
  // At Tess the choice is one that Rob sees: she is his own.
  "the mother's choice to show no contact": () =>
    query(
      `update guardians set profile_visibility = 'name_only' where school_id = $1 and membership_id = $2 and student_id <> $3`,
      ...[family.school.id, family.mary.membershipId, family.tess.id],
    ),
  "the grandmother's contact": () =>
    query(`update guardians set email = id || '@example.org', phone = null where first_name = 'Gina'`),
  "the half-brother's home, contact and father": async () => {
    await query(
      `update students set latitude = 3.5, address_line1 = 'Far 1', email = 'h@example.org' where id = $1`,
      family.hal.id,
    );
    await query(`update guardians set phone = '+12125550114' where first_name = 'Hector'`);
  },
  "the cousin's home": () => query(`update students set longitude = 4.5 where id = $1`, family.cousin.id),
  "a notice for the child's year": () => aNoticeRow(t, family.school, ofYear),
  "a document for the child's club": () => aDocumentRow(t, family.school, ofClub()),
  "a poll for the child's year, which the mother answers": async () => {
    const poll = await aPoll(t, family.school, ofYear);
    await poll.respond(family.mary);
  },
  "a sign-up for the child's club, of which the mother claims": async () => {
    const signup = await aSignup(t, family.school, { Cake: {} }, ofClub());
    await signup.claimed(family.mary, 'Cake', { student_id: family.sam.id });
  },
  "a slip for the child's year, which the mother answers": async () => {
    const slip = new SlipClient(t, (await aPermissionSlip(t, family.school, ofYear)).id);
    await slip.answer(family.mary, { student_id: family.sam.id, decision: 'declined' });
  },
  "an event for the child's club": () =>
    t.api.post(`/schools/${family.school.id}/calendar/events`, {
      token: family.admin.token,
      body: {
        ...{ title: 'Secret', starts_at: '2026-12-05T16:00:00Z', ends_at: '2026-12-05T17:00:00Z' },
        audience: { type: 'organizations', organization_ids: [family.club.id] },
      },
    }),
  "the mother's answer for the child to a slip of everybody": async () => {
    const slip = new SlipClient(t, ids.slipId!);
    await slip.change(family.mary, ids.responseId!, { decision: 'declined', note: 'Changed' });
  },
  "a correction of the mother's": () =>
    t.api.post(`/students/${family.sam.id}/corrections`, {
      token: family.mary.token,
      body: { field: 'grade', proposed: 'Secret' },
    }),
  'the outcome of what was proposed of the child, by either of them': async () => {
    const { token } = family.admin;
    const rows = await t.dataSource.query<{ id: string }[]>(
      'select id from corrections where student_id = $1',
      [family.sam.id],
    );
    for (const { id } of rows)
      await t.api.patch(`/corrections/${id}`, { token, body: { state: 'declined', answer: 'Secret' } });
  },
  'the word of the mother that all is right': () =>
    t.api.post(`/me/confirmation/${ids.roundId}`, { token: family.mary.token }),
  'the note and the star of the mother': async () => {
    const { token } = family.mary;
    await t.api.put(`/students/${family.sam.id}/note`, { token, body: { body: 'Mine' } });
    await t.api.post(`/students/${family.sam.id}/star`, { token });
  },
  'another restricted guardian of the child': async () => {
    const { id } = await family.school.guardian(family.sam, { firstName: 'Otto' });
    await family.school.restrict({ guardianId: id });
  },
};

interface Taken {
  /** What was sent to the database, in any order. */
  statements: string[];
  body: string;
  headers: Record<string, string>;
}

async function takeAll(): Promise<Map<string, Taken>> {
  const taken = new Map<string, Taken>();
  const gets = operationsOf(t.app).filter(
    (name) => name.startsWith('GET ') && !NEVER_THE_SAME.test(name) && !WITHOUT_TOKENS.includes(name),
  );
  for (const name of [...gets, 'GET /api/calendar/subscribe/:token/feed.ics'])
    for (const search of CALLS[name]?.queries ?? ['']) {
      const fill = (text: string): string =>
        text.replace(/[:*](\w+)/g, (_, id: string) => encodeURIComponent(ids[id] ?? id));
      const path = fill(name.slice(4)) + (search && `?${fill(search)}`);
      const base = /^\/(api|carddav|\.well-known)\//.test(path) ? t.url : `${t.url}/api/v1`;
      sent.length = 0;
      const answer = await fetch(base + path, { headers: authorizationFor(path) });
      const headers = Object.fromEntries(
        [...answer.headers].filter(([header]) => !OF_EACH_ANSWER.includes(header)),
      );
      const body = (await answer.text()).replace(/"(generated_at|request_id)":"[^"]*"/g, '');
      const own = sent.filter(({ of }) => of !== undefined && (base + path).endsWith(of));
      const statements = own.map(({ text }) => text).sort();
      taken.set(`${name}?${search}`, {
        statements,
        body: body.replace(/[0-9a-f-]{36}(?=\.?"\}\})/g, ''),
        headers,
      });
    }
  return taken;
}

const shownOf = (taken: Taken | undefined): string => JSON.stringify([taken?.body, taken?.headers]);

const authorizationFor = (path: string): Record<string, string> =>
  path.startsWith('/carddav/')
    ? { authorization: `Basic ${Buffer.from(`rob:${ids.appPassword!}`).toString('base64')}` }
    : { authorization: `Bearer ${family.rob.token}` };

/** What an editor of the club sees by right. */
const SHOWN_TO_EDITORS = /^a (document|sign-up) for the child's club|^an event for the child's club/;

describe.each([
  ['a guardian', {}],
  ['a guardian who edits the club of the student', { isEditor: true }],
])('%s who is kept apart from a student', (_, as) => {
  let before: Map<string, Taken>;
  beforeAll(async () => {
    family = await aFamily(t, { link: Object.values(LINKS)[0]!, ...as });
    const { school, club } = await itemsOf(t, family);
    ids = { ...(await idsOf(t, family)), ...('isEditor' in as ? club : school) };
    other = await anOrganization(t, family.school, { shortName: `o-${randomUUID()}` });
    await keepApart(t, family);
    // The first ones mark what they show as read.
    await takeAll();
    before = await takeAll();
  });

  const names = Object.keys(CHANGES).filter((name) => !('isEditor' in as && SHOWN_TO_EDITORS.test(name)));
  it.each(names)('learns nothing of %s by any body, tag or other header', async (name) => {
    await CHANGES[name]!();
    const [earlier, after] = [before, await takeAll()];
    before = after;
    const differing = [...earlier].filter(
      ([operation, taken]) => shownOf(after.get(operation)) !== shownOf(taken),
    );
    compared += earlier.size;
    told += differing.length;
    expect(differing.map(([operation, taken]) => [operation, taken, after.get(operation)])).toEqual([]);
  });

  it('asks the database the same for every answer, whatever is hidden', async () => {
    const earlier = await takeAll();
    expect([...earlier.values()].flatMap(({ statements }) => statements).length).toBeGreaterThan(
      earlier.size,
    );
    for (const name of names) await CHANGES[name]!();
    // Whatever changes in the school is looked up anew once, for everybody.
    await takeAll();
    const after = await takeAll();
    before = after;
    timed += earlier.size;
    // What was disclosed until now is written before it is read, unless it has been by then.
    const differing = [...earlier].filter(
      ([operation, { statements }]) =>
        !operation.startsWith('GET /me/disclosures') &&
        statements.join() !== after.get(operation)!.statements.join(),
    );
    expect(
      differing.map(([operation, { statements }]) => [
        operation,
        statements.length,
        after.get(operation)!.statements.length,
      ]),
    ).toEqual([]);
  });

  it('gets another tag for another body: what is not hidden still shows', async () => {
    await aNoticeRow(t, family.school);
    await query(`update students set grade = '12' where id = $1`, family.tess.id);
    const after = await takeAll();
    const changed = [...before].filter(([operation, { body }]) => after.get(operation)!.body !== body);
    expect(changed.length).toBeGreaterThan(2);
    for (const [operation, { headers }] of changed)
      expect([operation, after.get(operation)!.headers.etag]).not.toEqual([operation, headers.etag]);
  });
});
