import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aNoticeRow } from '../support/alerts.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { aPerson, aSchool, type TestSchool } from '../support/school.factory.js';

/*
 * The version before runs beside this one until every process is new. It knows two tables of mails, which are views by now:
 * its statements work on them as before.
 */
let t: TestApp;
let school: TestSchool;
let userId: string;
let notificationId: string;

const rows = <Row>(sql: string, ...values: unknown[]): Promise<Row[]> => t.dataSource.query(sql, values);

beforeAll(async () => {
  t = await startTestApp();
  school = await aSchool(t);
});
afterAll(() => t.close());

beforeEach(async () => {
  await rows('delete from mails');
  await rows('delete from notifications');
  const parent = await school.parent();
  userId = (await aPerson(t)).userId;
  const notice = await aNoticeRow(t, school);
  const [notification] = await rows<{ id: string }>(
    `insert into notifications (school_id, membership_id, kind, target_type, target_id, title, created_at)
     values ($1, $2, 'notice_created', 'notice', $3, 'Snow day', now()) returning id`,
    ...[school.id, parent.membershipId, notice.id],
  );
  notificationId = notification!.id;
});

const stateOf = async (): Promise<unknown[]> =>
  rows('select kind, state, attempts, last_error from mails order by kind');

describe('The outbox of alerts of the version before', () => {
  const insert = (): Promise<unknown> =>
    rows(
      'insert into mail_deliveries (school_id, notification_id, due_at, created_at) values ($1, $2, now(), now())',
      ...[school.id, notificationId],
    );

  it('keeps its mails in the one table', async () => {
    await insert();
    expect(await stateOf()).toEqual([{ kind: 'alert', state: 'waiting', attempts: 0, last_error: null }]);
  });

  it('takes claims and ends by its statements', async () => {
    await insert();
    const [[claimed]] = await t.dataSource.query<[{ id: string }[], number]>(
      `with due as materialized (select school_id, id from mail_deliveries where state = 'waiting' and due_at <= now()
         order by due_at limit 8 for update skip locked)
       update mail_deliveries d set due_at = now() + interval '1 minute', attempts = d.attempts + 1
       from due where d.school_id = due.school_id and d.id = due.id returning d.id`,
    );
    await rows(
      `update mail_deliveries set state = 'dead', ended_at = now(), last_error = 'recipient (550)'
       where school_id = $1 and id = $2 and state = 'waiting'`,
      ...[school.id, claimed!.id],
    );
    expect(await stateOf()).toEqual([
      { kind: 'alert', state: 'dead', attempts: 1, last_error: 'recipient (550)' },
    ]);
    await rows(
      `update mail_deliveries set state = 'waiting', attempts = 0, due_at = now(), ended_at = null, last_error = null
       where id = $1 and state = 'dead'`,
      claimed!.id,
    );
    expect(await stateOf()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
  });

  it('holds no mail about an account', async () => {
    await rows(
      `insert into account_mails (user_id, kind, subject, created_at, due_at) values ($1, 'guessing', '', now(), now())`,
      userId,
    );
    expect(await rows('select * from mail_deliveries')).toEqual([]);
  });
});

describe('Mails about accounts of the version before', () => {
  const guess = (hours: number): Promise<unknown> =>
    rows(
      `insert into account_mails (user_id, kind, subject, created_at, due_at) values ($1, 'guessing', '', $2, $2)
       on conflict (user_id, kind, subject) do update
       set id = gen_random_uuid(), created_at = excluded.created_at, due_at = excluded.due_at, attempts = 0, ended_at = null,
         last_error = null
       where account_mails.created_at <= $2::timestamptz - interval '1 day'`,
      ...[userId, new Date(Date.now() + hours * 3_600_000)],
    );

  it('take one row a day by its statement', async () => {
    await guess(-1);
    await guess(0);
    expect(await stateOf()).toHaveLength(1);
  });

  it.each([
    ['sent', null],
    ['dead', 'recipient (550)'],
  ])('get the state %s when it has ended them, and wait when it repeats them', async (state, error) => {
    await guess(-1);
    await rows('update account_mails set ended_at = now(), last_error = $1', error);
    expect(await stateOf()).toMatchObject([{ kind: 'guessing', state, last_error: error }]);
    await guess(24);
    expect(await stateOf()).toMatchObject([{ kind: 'guessing', state: 'waiting', last_error: null }]);
  });

  it('invite one address once at a time', async () => {
    const invite = (): Promise<unknown> =>
      rows(
        `insert into account_mails (email, kind, subject, details, created_at, due_at)
         values ('new@x.example', 'invitation', $1, '{}', now(), now())
         on conflict (email, kind, subject) do update set id = gen_random_uuid(), ended_at = null
         where account_mails.ended_at is not null`,
        school.id,
      );
    await invite();
    await invite();
    expect(await rows('select id from mails')).toHaveLength(1);
  });
});
