import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Student } from '../../../src/features/directory/students/student.entity.js';
import { MeService } from '../../../src/features/me/me.service.js';
import {
  aSchool,
  type TestGuardian,
  type TestMember,
  type TestSchool,
} from '../../support/school.factory.js';
import { anOrganization, type TestOrganization } from '../../support/organization.factory.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

/*
 * What `/me` has told somebody is kept in memory, and told again for as long as the database says that it is still so.
 */

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const TEN_MINUTES = 10 * 60 * 1000;

let school: TestSchool;
let another: TestSchool;
let parent: TestGuardian;
let ada: Student;
let chess: TestOrganization;
beforeEach(async () => {
  [school, another] = [await aSchool(t), await aSchool(t)];
  ada = await school.student({ firstName: 'Ada' });
  parent = await school.parentOf([ada, await school.student({ firstName: 'Ben' })]);
  await another.parent({}, parent);
  chess = await anOrganization(t, school);
  await chess.grant(parent);
});

const sql = (text: string, ...parameters: unknown[]): Promise<unknown> =>
  t.dataSource.query(text, parameters);
const ask = (member: TestMember = parent): Promise<ApiAnswer> => t.api.get('/me', { token: member.token });

const grantsOf = (membership: { editor_grants: unknown[] }): unknown[] => membership.editor_grants;

/** Read from the database alone. */
const readNow = ({ userId, email }: TestMember): Promise<unknown> =>
  t.app.get(MeService).getMe({ userId, email, emailVerified: true, sessionId: null });

describe('GET /me, asked again', () => {
  it.each<[what: string, change: () => Promise<unknown>]>([
    ['another name', () => sql(`update users set first_name = 'Iris' where id = $1`, parent.userId)],
    ['another last name', () => sql(`update users set last_name = 'Vale' where id = $1`, parent.userId)],
    [
      'another email',
      () => sql(`update users set email = $2 where id = $1`, parent.userId, `new-${parent.email}`),
    ],
    ['a second step', () => sql('update users set two_step_enabled = true where id = $1', parent.userId)],
    ['another name of the school', () => sql(`update schools set name = 'Oak' where id = $1`, school.id)],
    [
      'another time zone of the other school',
      () => sql(`update schools set time_zone = 'Asia/Tokyo' where id = $1`, another.id),
    ],
    [
      'another role',
      () => sql(`update memberships set role = 'junior_admin' where id = $1`, parent.membershipId),
    ],
    ['a deactivation', () => school.deactivate(parent)],
    ['a school left', () => t.api.post(`/me/leave-school/${parent.membershipId}`, { token: parent.token })],
    ['a membership removed', () => sql('delete from memberships where id = $1', parent.membershipId)],
    ['a school joined', async () => (await aSchool(t)).parent({}, parent)],
    [
      'a school removed',
      async () => {
        await sql('delete from memberships where school_id = $1', another.id);
        await sql('delete from schools where id = $1', another.id);
      },
    ],
    [
      'another visibility',
      () =>
        t.api.patch('/me/profile-visibility', {
          token: parent.token,
          body: { profile_visibility: 'name_only' },
        }),
    ],
    [
      'a hidden address',
      () => t.api.patch('/me/address-visibility', { token: parent.token, body: { address_visible: false } }),
    ],
    ['a child renamed', () => sql(`update students set first_name = 'Eve' where id = $1`, ada.id)],
    ['a child archived', () => sql('update students set archived_at = now() where id = $1', ada.id)],
    [
      'a child who is one no more',
      () =>
        sql(
          'delete from guardians where membership_id = $1 and student_id = $2',
          parent.membershipId,
          ada.id,
        ),
    ],
    [
      'another child',
      async () => school.guardian(await school.student(), { membershipId: parent.membershipId }),
    ],
    ['another right to edit', async () => (await anOrganization(t, school)).grant(parent)],
    [
      'a right to edit that is revoked',
      () => sql('update organization_grants set revoked_at = now() where organization_id = $1', chess.id),
    ],
    [
      'a right to edit that gets an end',
      () =>
        sql(
          `update organization_grants set expires_at = now() + interval '1 day' where organization_id = $1`,
          chess.id,
        ),
    ],
    [
      'another name of what may be edited',
      () => sql(`update organizations set name = 'Go' where id = $1`, chess.id),
    ],
    ['the end of what may be edited', () => chess.archive()],
  ])('tells of %s', async (_, change) => {
    const first = await ask();
    expect((await ask()).body).toEqual(first.body);
    await change();
    const then = await ask();
    expect(then.status).toBe(200);
    expect(then.body).not.toEqual(first.body);
    expect(then.body).toEqual(await readNow(parent));
    expect(then.headers.get('etag')).not.toBe(first.headers.get('etag'));
  });

  it('tells of a right to edit from its beginning to its end, by the clock alone', async () => {
    const tennis = await anOrganization(t, school);
    const now = t.clock.now().getTime();
    await tennis.grant(parent, {
      startsAt: new Date(now + TEN_MINUTES),
      expiresAt: new Date(now + 3 * TEN_MINUTES),
    });
    const edited = async (): Promise<number> => (await ask()).body.memberships.flatMap(grantsOf).length;
    const found: number[] = [];
    for (let time = 0; time < 4; time += 1) {
      found.push(await edited(), await edited());
      t.clock.advance(TEN_MINUTES);
    }
    expect(found).toEqual([1, 1, 2, 2, 2, 2, 1, 1]);
    t.clock.advance(-4 * TEN_MINUTES);
  });

  it('tells nobody what another one was told', async () => {
    const other = await school.parent();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => ask(index % 2 ? parent : other)),
    );
    for (const [index, { body }] of answers.entries())
      expect(body).toEqual(await readNow(index % 2 ? parent : other));
  });

  it('refuses whose session was ended, whatever was told before', async () => {
    await ask();
    expect((await t.api.post('/auth/revoke', { token: parent.token })).status).toBe(204);
    expect((await ask()).status).toBe(401);
  });
});
