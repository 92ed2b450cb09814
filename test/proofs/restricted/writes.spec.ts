import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startAppWithDataDir } from '../../support/data-dir-app.factory.js';
import { operatorServices } from '../../support/operator-services.factory.js';
import { figure } from '../../support/proofs/figures.js';
import { OPERATIONS } from '../authorization/matrix.table.js';
import { REFERENCES } from '../authorization/references.table.js';
import { LINKS } from './links.js';
import { aFamily, keepApart, type Family, type Operated } from './restricted-family.js';
import { idsOf, itemsOf, type Ids } from './restricted-items.js';

/*
 * Contract section 21, rule 8: a write that names Sam is refused, also where its item is out of Rob's sight. Which writes name a student
 * is what the tables of authorization say of them: a new one is tried here, or fails.
 */

/** Places of a request where a student is named. */
const NAMES_A_STUDENT =
  /^(path\.studentId|query\.studentId|body\.(student_id|linked_student_id|students\[\]))$/;
const OF_STUDENT = /student/;

/** Of Rob's own, and of nobody else: what he notes, and his lists; photo-urls leaves Sam out. */
const ALLOWED = new Set([
  'PUT /students/:studentId/note',
  'POST /students/:studentId/star',
  'DELETE /students/:studentId/star',
  'POST /lists/:listId/students',
  'DELETE /lists/:listId/students/:studentId',
  'POST /lists/:listId/guardians',
  'POST /schools/:schoolId/photo-urls',
]);

const CLAIM = { item_id: ':signupItemId', student_id: ':studentId' };
const ANSWER = { student_id: ':studentId', decision: 'granted' };

/** Bodies that are right but for Sam. */
const WRITES: Record<string, object | undefined> = {
  'POST /students/:studentId/corrections': { field: 'other', proposed: 'Rides the early bus.' },
  'POST /students/:studentId/photo/upload-url': { content_type: 'image/png' },
  'POST /students/:studentId/photo': { photo_key: 'student-photos/x.png' },
  'DELETE /students/:studentId/photo': undefined,
  'POST /signups/:signupId/claims': CLAIM,
  'PATCH /signups/:signupId/claims/:claimId': { student_id: ':studentId' },
  'POST /signups/:signupId/management/claims': { ...CLAIM, membership_id: ':membershipId' },
  'POST /permission-slips/:slipId/responses': ANSWER,
  'POST /permission-slips/:slipId/paper-responses': {
    ...{ ...ANSWER, signed_by_name: 'Rob Park', relation: 'father', signed_on: '2026-11-01' },
  },
  'PUT /schools/:schoolId/calendar/events/:eventId/rsvp': {
    answers: [{ student_id: ':studentId', answer: 'yes' }],
  },
  'POST /organizations/:organizationId/students': { student_id: ':studentId' },
  'DELETE /organizations/:organizationId/students/:studentId': undefined,
  'PUT /organizations/:organizationId/leadership': {
    leaders: [{ type: 'student', person_id: ':studentId', title: 'Captain' }],
  },
};

/** For whoever manages the item alone: all others are refused before the body is read, whatever it names. */
const OF_MANAGERS = /^POST .*\/(management\/claims|paper-responses)$/;

let t: Operated;
let [tried, taken] = [0, 0];
beforeAll(async () => {
  const app = await startAppWithDataDir();
  t = { ...app, services: await operatorServices(app.settings) };
});
afterAll(async () => {
  figure('Writes that name the student, in sight and out of sight, sent by a restricted guardian', tried);
  figure(
    'Of those, not refused with 403 `restricted`, or as to anybody who does not manage the item',
    taken,
    '0',
  );
  await t.services.close();
  await t.close();
});

const filled = (text: string, ids: Ids): string =>
  text.replace(/:(\w+)/g, (all, name: string) => ids[name] ?? all);

async function sent(family: Family, name: string, ids: Ids, token = family.rob.token) {
  const [method, path] = name.split(' ') as [string, string];
  const body = WRITES[name];
  return t.api.send(method, filled(path, ids), {
    token,
    ...(body && { body: JSON.parse(filled(JSON.stringify(body), ids)) as object }),
  });
}

describe('a guardian who is kept apart from a student', () => {
  it('finds each write that names a student here, or among those that are allowed', () => {
    const inBodies = REFERENCES.filter(
      ({ place, of }) => NAMES_A_STUDENT.test(place) || (OF_STUDENT.test(of) && place.startsWith('body.')),
    ).map(({ operation }) => operation);
    const inPaths = Object.keys(OPERATIONS).filter((name) => name.includes('/:studentId'));
    const named = [...new Set([...inBodies, ...inPaths])].filter((name) => !name.startsWith('GET '));
    expect(named.length).toBeGreaterThan(12);
    expect(named.filter((name) => !(name in WRITES) && !ALLOWED.has(name))).toEqual([]);
  });

  it.each([
    ['a parent', {}],
    ['an editor of the club', { isEditor: true }],
  ])(
    'gets `restricted` for each write that names the student, as %s, whatever they may see of the item',
    async (_, as) => {
      const family = await aFamily(t, { link: Object.values(LINKS)[0]!, ...as });
      const ids = await idsOf(t, family);
      const items = await itemsOf(t, family);
      await keepApart(t, family);
      const found: string[] = [];
      for (const [kind, of] of Object.entries(items))
        for (const name of Object.keys(WRITES)) {
          for (const studentId of [family.sam.id, family.sam.id.toUpperCase()]) {
            const isManaged = 'isEditor' in as && (kind === 'club' || kind === 'family');
            const { status, body, text } = await sent(family, name, { ...ids, ...of, studentId });
            tried += 1;
            if (OF_MANAGERS.test(name) && !isManaged) {
              if (status !== 403 && status !== 404) found.push(`${name} (${kind}): ${status}`);
            } else if (status !== 403 || body.error.reason !== 'restricted')
              found.push(`${name} (${kind}): ${status} ${text.slice(0, 120)}`);
          }
        }
      taken += found.length;
      expect(found).toEqual([]);
    },
  );

  it('writes what names another child, and the mother what names the student', async () => {
    const family = await aFamily(t, { link: Object.values(LINKS)[0]! });
    const [ids, { school }] = [await idsOf(t, family), await itemsOf(t, family)];
    await keepApart(t, family);
    const tess = { ...ids, ...school, studentId: family.tess.id };
    for (const name of ['POST /signups/:signupId/claims', 'POST /permission-slips/:slipId/responses'])
      expect([name, (await sent(family, name, tess)).status]).toEqual([name, 201]);
    const upload = 'POST /students/:studentId/photo/upload-url';
    expect((await sent(family, upload, tess)).status).toBe(200);
    expect((await sent(family, upload, { ...ids, ...school }, family.mary.token)).status).toBe(200);
  });

  it('hides the address of their other child, and that of the student stays as it is', async () => {
    const family = await aFamily(t, { link: Object.values(LINKS)[0]! });
    await keepApart(t, family);
    const body = { address_visible: false };
    expect((await t.api.patch('/me/address-visibility', { token: family.rob.token, body })).status).toBe(204);
    const shown = async ({ id }: { id: string }) =>
      (await t.api.get(`/students/${id}`, { token: family.stranger.token })).body.address_visible as boolean;
    expect([await shown(family.sam), await shown(family.tess)]).toEqual([true, false]);
  });

  it('keeps a note, a star and a list of their own, and asks for photos without the one of the student', async () => {
    const family = await aFamily(t, { link: Object.values(LINKS)[0]! });
    const ids = await idsOf(t, family);
    await keepApart(t, family);
    const { token } = family.rob;
    const student = `/students/${family.sam.id}`;
    expect((await t.api.put(`${student}/note`, { token, body: { body: 'Mine' } })).status).toBe(200);
    expect((await t.api.post(`${student}/star`, { token })).status).toBe(204);
    const path = `/lists/${ids.listId}/students`;
    expect((await t.api.delete(`${path}/${family.sam.id}`, { token })).status).toBe(204);
    expect((await t.api.post(path, { token, body: { student_id: family.sam.id } })).status).toBe(204);
    const faces = { students: [family.sam.id], parents: [] };
    const { body } = await t.api.post(`/schools/${family.school.id}/photo-urls`, { token, body: faces });
    expect(JSON.stringify(body)).not.toContain(family.sam.id);
  });
});
