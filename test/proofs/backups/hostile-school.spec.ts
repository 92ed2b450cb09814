import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { InvitationsService } from '../../../src/features/invitations/invitations.service.js';
import { OperatorTokensService } from '../../../src/features/oauth/tokens/operator-tokens.service.js';
import { anApplication, PASSWORD } from '../../support/application.factory.js';
import { EveryRow } from '../../support/database/every-row.js';
import { HostileOperator, NOBODY } from '../../support/proofs/hostile-operator.js';
import {
  all,
  type CopiedRow,
  each,
  oneMore,
  type Rewriting,
  rowsChanged,
} from '../../support/files/rewritten-file.js';
import { aPerson, aSchool } from '../../support/school.factory.js';

let by: HostileOperator;
beforeAll(async () => {
  by = await HostileOperator.begin();
}, 120_000);
afterAll(() => by.close());

/** A member of the school that comes, by the address of somebody here. */
const asMember = (
  email: string,
  more: Partial<CopiedRow> = {},
  membership: Partial<CopiedRow> = {},
): Rewriting =>
  all(
    rowsChanged('users', (rows) =>
      oneMore(() => ({ id: NOBODY, email, phone: '\\N', first_name: '\\N', last_name: '\\N', ...more }))(
        rows,
      ),
    ),
    rowsChanged('memberships', (rows) =>
      oneMore(() => ({
        id: '11111111-1111-4111-8111-111111111111',
        user_id: NOBODY,
        role: 'parent',
        ...membership,
      }))(rows),
    ),
  );

describe('a school of a hostile operator that is taken', () => {
  afterEach(() => by.forget());

  it('opens nothing with the password that its operator has set, and gives no invitation without the mail', async () => {
    const head = by.living.school;
    await by.here.t.app
      .get(InvitationsService)
      .invite({ schoolId: head.id, email: by.made.email, role: 'senior_admin', students: [] });
    await by.taken(by.file);
    const app = await anApplication(by.here.t);
    expect((await app.signIn(by.made, PASSWORD)).status).toBe(401);
    const { accessToken: token } = await by.here.t.app.get(OperatorTokensService).issue(by.made.email, 600);
    expect((await by.here.t.api.post('/registration/confirm', { token, body: {} })).status).toBe(403);
    const [{ n }] = await by.here.t.dataSource.query<[{ n: number }]>(
      `select count(*)::int as n from invitations where email = $1 and consumed_at is null`,
      [by.made.email],
    );
    expect(n).toBe(1);
    await by.here.t.dataSource.query('delete from invitations where email = $1', [by.made.email]);
  });

  it('changes no account here and no row of another school, whatever it says of their people', async () => {
    const chosen = {
      ...{ profile_visibility: 'name_only', hides_address: 't', visibility_chosen: 't', address_chosen: 't' },
      ...{ first_name: 'Not', last_name: 'Theirs', phone: '+1 555 0000' },
    };
    const before = await EveryRow.of(by.here.t.dataSource);
    await by.taken(asMember(by.victim.email, chosen, { profile_visibility: 'name_only' }));
    const after = await EveryRow.of(by.here.t.dataSource);
    expect(after.lackedBy(before)).toEqual({});
    const strange = Object.entries(before.lackedBy(after)).flatMap(([table, rows]) =>
      rows.flatMap(({ school_id: of }) => (of === undefined || of === by.whole.id ? [] : [table])),
    );
    expect(strange).toEqual([]);
  });

  it('shows nothing that a school here hides of those who have not chosen', async () => {
    const { school } = by.living;
    const family = await school.parentOf(await school.student());
    const hidden = async () =>
      by.here.t.dataSource.query(
        `select m.profile_visibility, s.address_visible from memberships m join guardians g on g.membership_id = m.id
         join students s on s.id = g.student_id where m.id = $1`,
        [family.membershipId],
      );
    const HIDES = ['--default-visibility', 'name_only', '--default-address', 'hidden'];
    expect(await by.here.types('school', 'update', school.id, ...HIDES)).toMatchObject({ status: 0 });
    const before = await hidden();
    const chosen = { profile_visibility: 'full', visibility_chosen: 't', address_chosen: 't' };
    await by.taken(asMember(family.email, chosen));
    expect(await hidden()).toEqual(before);
  });

  it('learns neither name nor phone of an account here by its address', async () => {
    const blank = { first_name: '\\N', last_name: '\\N', phone: '\\N', profile_visibility: 'full' };
    await by.taken(asMember(by.victim.email, {}, blank));
    const { accessToken: token } = await by.here.t.app.get(OperatorTokensService).issue(by.made.email, 600);
    const seen = await by.here.t.api.get(`/schools/${by.whole.id}/members`, { token });
    expect(seen.text).not.toContain('Private');
    const [row] = await by.here.t.dataSource.query<[Record<string, string>]>(
      'select first_name, last_name, phone from memberships where school_id = $1 and user_id = $2',
      [by.whole.id, by.victim.userId],
    );
    // Nothing is said, so that nothing is asked of the account.
    expect([row.last_name, row.phone]).toEqual(['', '']);
  });

  it('shows nobody who hides their contact here', async () => {
    const private_ = await by.living.school.parent(
      { profileVisibility: 'name_only' },
      await aPerson(by.here.t, { profileVisibility: 'name_only' }),
    );
    await by.taken(asMember(private_.email, {}, { profile_visibility: 'full' }));
    const rows = await by.here.t.dataSource.query(
      'select profile_visibility from memberships where school_id = $1 and user_id = $2',
      [by.whole.id, private_.userId],
    );
    expect(rows).toEqual([{ profile_visibility: 'name_only' }]);
  });

  it('gives nobody the id of somebody here', async () => {
    const swapped = all(
      rowsChanged('users', (rows) =>
        each(({ id }) => (id === by.made.userId ? { id: by.victim.userId } : {}))(rows),
      ),
      rowsChanged('memberships', (rows) =>
        each(({ user_id: id }) => (id === by.made.userId ? { user_id: by.victim.userId } : {}))(rows),
      ),
    );
    await by.taken(swapped);
    const me = await by.here.t.api.get('/me', { token: by.victim.token });
    expect((me.body.memberships as { school_id: string }[]).map(({ school_id }) => school_id)).toEqual([
      by.living.id,
    ]);
  });

  it('comes with its texts as they would have been stored here', async () => {
    const evil = '<p onclick=\\"alert(1)\\">Hi<script>alert(2)</script><img src=x onerror=alert(3)></p>';
    const columns: [string, string][] = [
      ['notices', 'body'],
      ['documents', 'description'],
      ['school_details', 'description'],
      ['polls', 'description'],
      ['signups', 'description'],
      ['permission_slips', 'body'],
      ['permission_slip_versions', 'body'],
      ['events', 'description'],
      ['event_series', 'description'],
      ['organizations', 'description'],
    ];
    const changes = columns.map(([table, column]) =>
      rowsChanged(table, (rows) => each({ [column]: evil.replaceAll('\\"', '"') })(rows)),
    );
    await by.taken(all(...changes));
    const texts = columns.map(
      ([table, column]) => `select ${column} as html from ${table} where school_id = $1`,
    );
    const stored = await by.here.t.dataSource.query<{ html: string }[]>(texts.join(' union '), [by.whole.id]);
    expect(stored).toEqual([{ html: '<p>Hi</p>' }]);
  });

  it('keeps no address in mails that its operator knows', async () => {
    await by.taken(by.file);
    const known = await by.there.t.dataSource.query<{ token: string }[]>('select token from mail_choices');
    for (const { token } of known)
      expect((await fetch(`${by.here.t.url}/api/mail/unsubscribe/${token}`)).status).toBe(404);
    expect(
      await by.here.t.dataSource.query('select 1 from mail_choices where school_id = $1', [by.whole.id]),
    ).not.toEqual([]);
  });

  it('mails nobody before they have proven their address', async () => {
    await by.taken(by.file);
    const school = by.whole.school;
    const people = await by.here.t.dataSource.query<{ verified: boolean }[]>(
      `select distinct u.email_verified_at is not null as verified from memberships m join users u on u.id = m.user_id
       where m.school_id = $1`,
      [school.id],
    );
    expect(people).toEqual([{ verified: false }]);
  });

  it('changes nothing for the schools that were here: another one is made and read as before', async () => {
    await by.taken(by.file);
    const school = await aSchool(by.here.t);
    const parent = await school.parentOf(await school.student());
    const { body } = await by.here.t.api.get(`/schools/${school.id}/students`, { token: parent.token });
    expect(body.students).toHaveLength(1);
  });
});
