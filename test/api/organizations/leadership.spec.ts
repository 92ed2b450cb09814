import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { OrganizationLeader } from '../../../src/features/organizations/leadership/organization-leader.entity.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { aSchool, type TestSchool } from '../../support/school.factory.js';
import { aStaffMember, anOrganization, type TestOrganization } from '../../support/organization.factory.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { hidesTheOrganizationFromOutsiders, refusesWhoIsNoManager } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

interface Place {
  school: TestSchool;
  chess: TestOrganization;
  token: string;
}

/** Led by Nora Hill, whom a feed named. */
async function aClub(): Promise<Place & { coach: { type: string; person_id: string; title: string } }> {
  const school = await aSchool(t);
  const chess = await anOrganization(t, school);
  const editor = await chess.anEditor();
  const { id } = await aStaffMember(t, school);
  await chess.leader({ staffMemberId: id }, { source: 'oneroster' });
  return { school, chess, token: editor.token, coach: { type: 'staff', person_id: id, title: 'Coach' } };
}

const put = ({ chess, token }: Place, leaders: unknown): Promise<ApiAnswer> =>
  t.api.put(`/organizations/${chess.id}/leadership`, { token, body: { leaders } });
const stored = ({ chess }: Place): Promise<OrganizationLeader[]> =>
  t.dataSource.manager.find(OrganizationLeader, {
    where: { organizationId: chess.id },
    order: { position: 'asc' },
  });

describe('PUT /organizations/:organizationId/leadership', () => {
  const call = {
    method: 'PUT',
    path: (id: string) => `/organizations/${id}/leadership`,
    body: { leaders: [{ type: 'parent', person_id: randomUUID(), title: 'Coach' }] },
  };
  hidesTheOrganizationFromOutsiders(() => t, call);
  refusesWhoIsNoManager(() => t, call);

  const one = { type: 'student', person_id: randomUUID(), title: 'Captain' };
  it.each<[string, unknown, ...fields: string[]]>([
    ['nothing', undefined, 'leaders'],
    ['a text', 'nobody', 'leaders'],
    ['nobody', [], 'leaders'],
    ['31 leaders', Array.from({ length: 31 }, () => ({ ...one, person_id: randomUUID() })), 'leaders'],
    [
      'one person twice',
      [one, { ...one, person_id: one.person_id.toUpperCase(), title: 'Other' }],
      'leaders',
    ],
    ['null among them', [null], 'leaders', 'leaders.0'],
    ['a list among them', [[one]], 'leaders'],
    ['another type', [{ ...one, type: 'alumnus' }], 'leaders.0.type'],
    ['a malformed id', [one, { ...one, person_id: 'ada' }], 'leaders.1.person_id'],
    ['no title', [{ ...one, title: ' ' }], 'leaders.0.title'],
    ['201 characters', [{ ...one, title: 'x'.repeat(201) }], 'leaders.0.title'],
  ])('refuses %s', async (_what, leaders, ...fields) => {
    const place = await aClub();
    expectInvalid(await put(place, leaders), ...fields);
    expect(await stored(place)).toMatchObject([{ title: 'Coach' }]);
  });

  it('knows nobody invented, of another school, who has left, or of another type, and then changes nothing', async () => {
    const place = await aClub();
    const { school, coach } = place;
    const elsewhere = await aSchool(t);
    const gone = await school.parent();
    await school.deactivate(gone);
    for (const [type, person_id] of [
      ['parent', randomUUID()],
      ['parent', (await elsewhere.parent()).membershipId],
      ['parent', gone.membershipId],
      ['student', (await elsewhere.student()).id],
      ['student', (await school.student({ archivedAt: new Date() })).id],
      ['staff', (await aStaffMember(t, elsewhere)).id],
      ['staff', (await aStaffMember(t, school, { archivedAt: new Date() })).id],
      ['staff', (await school.student()).id],
    ]) {
      const leaders = [
        { ...coach, title: 'Head coach' },
        { type, person_id, title: 'Other' },
      ];
      expectError(await put(place, leaders), 404, 'not_found');
    }
    expect(await stored(place)).toMatchObject([{ title: 'Coach', position: 1 }]);
  });

  it('replaces the whole set in its order', async () => {
    const place = await aClub();
    const [parent, student] = [await place.school.parent(), await place.school.student()];
    const [before] = await stored(place);
    const { status, body } = await put(place, [
      { type: 'student', person_id: student.id, title: ' Captain ' },
      { type: 'parent', person_id: parent.membershipId, title: 'Team parent' },
      { ...place.coach, title: 'Head coach' },
    ]);
    const expected = [
      { type: 'student', person_id: student.id, name: 'Ada Park', title: 'Captain', position: 1 },
      {
        type: 'parent',
        person_id: parent.membershipId,
        name: 'Maria Park',
        title: 'Team parent',
        position: 2,
      },
      { id: before!.id, type: 'staff', person_id: place.coach.person_id, title: 'Head coach', position: 3 },
    ];
    expect(status).toBe(200);
    expect(body.leadership).toMatchObject(expected);
    const { leadership } = (await t.api.get(`/organizations/${place.chess.id}`, place)).body;
    expect(leadership).toEqual(body.leadership);
    // Named by a feed before, and still by it: the feed may take them away again.
    expect((await stored(place)).map(({ source }) => source)).toEqual([null, null, 'oneroster']);
  });

  it('changes nothing when it is sent again', async () => {
    const place = await aClub();
    const leaders = [
      place.coach,
      { type: 'student', person_id: (await place.school.student()).id, title: 'Captain' },
    ];
    const first = await put(place, leaders);
    expect((await put(place, leaders)).body).toEqual(first.body);
    expect((await put(place, leaders.slice(1))).body.leadership).toMatchObject([
      { title: 'Captain', position: 1 },
    ]);
    expect(await stored(place)).toHaveLength(1);
  });

  it('takes 30 leaders', async () => {
    const place = await aClub();
    const students = await Promise.all(Array.from({ length: 30 }, () => place.school.student()));
    const leaders = students.map(({ id }) => ({ type: 'student', person_id: id, title: 'Captain' }));
    expect((await put(place, leaders)).body.leadership).toHaveLength(30);
  });

  it('leaves the set of one of 10 writers at once, whole', async () => {
    const place = await aClub();
    const students = await Promise.all(Array.from({ length: 4 }, () => place.school.student()));
    const setOf = (i: number) =>
      students
        .map(({ id }, n) => ({ type: 'student', person_id: id, title: `Captain ${i}`, n }))
        .slice(i % 3);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => put(place, setOf(i))));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const left = await stored(place);
    const writer = Number(left[0]!.title.split(' ')[1]);
    expect(left.map(({ studentId, title }) => [studentId, title])).toEqual(
      setOf(writer).map(({ person_id, title }) => [person_id, title]),
    );
  });

  it('keeps a student from whom the editor is kept apart, whom it does not show', async () => {
    const { school, chess, coach } = await aClub();
    const sam = await school.student();
    const rob = await school.parentOf(sam);
    await chess.grant(rob);
    await chess.leader({ studentId: sam.id }, { title: 'Captain', position: 2 });
    await school.restrict(rob);
    const place = { school, chess, token: rob.token };
    const { status, body } = await put(place, [{ ...coach, title: 'Head coach' }]);
    expect([status, body.leadership.map(({ title }: { title: string }) => title)]).toEqual([
      200,
      ['Head coach'],
    ]);
    expect(await stored(place)).toMatchObject([
      { title: 'Head coach', position: 1 },
      { title: 'Captain', position: 2, studentId: sam.id },
    ]);
  });
});
