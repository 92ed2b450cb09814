import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Student } from '../../../src/features/directory/students/student.entity.js';
import { CredentialsService } from '../../../src/features/account/passwords/credentials.service.js';
import {
  anApplication,
  aPersonWithPassword,
  aPersonWithTwoStep,
  PASSWORD,
  type TestApplication,
} from '../../support/application.factory.js';
import { Mailboxes } from '../../support/mail/mailbox.js';
import { FROM_THERE, Installation } from '../../support/schools/school-moves.js';
import { type ShownPage, SigningBrowser } from '../../support/sign-in/signing-browser.js';
import { aPerson, aSchool, type Person, type TestMember, TestSchool } from '../../support/school.factory.js';

const folder = mkdtempSync(join(tmpdir(), 'school-directory-files-'));
const OTHER_PASSWORD = 'another battery staple';
let there: Installation;
let here: Installation;
let thereApp: TestApplication;
let hereApp: TestApplication;
const mailboxes = new Mailboxes();
let count = 0;
/** Moves. */
let school: TestSchool;
/** Is where the other one moves to. */
let living: TestSchool;

beforeAll(async () => {
  [there, here] = [
    await Installation.start(),
    await Installation.start({ smtpUrl: await mailboxes.start() }),
  ];
  [thereApp, hereApp] = [await anApplication(there.t), await anApplication(here.t)];
});
beforeEach(async () => {
  [school, living] = [await aSchool(there.t), await aSchool(here.t)];
});
afterAll(async () => {
  for (const each of [there, here]) await each?.close();
  await mailboxes.stop();
  rmSync(folder, { recursive: true });
});

/** A form of one of the pages here. */
const sent = (path: string, fields: Record<string, string>): Promise<ShownPage> =>
  new SigningBrowser(here.t.url).post(path, new URLSearchParams(fields), { 'sec-fetch-site': 'same-origin' });

async function move(): Promise<{ known_people: number }> {
  const file = join(folder, `${(count += 1)}.school`);
  expect(await there.types('backup', file, '--school', school.id)).toMatchObject({ status: 0, stderr: '' });
  const { status, json, stderr } = await here.types('restore', file, ...FROM_THERE, '--json');
  expect([status, stderr]).toEqual([0, '']);
  return json as { known_people: number };
}

/** An account here with the email of one there, and another id. */
const sameHere = ({ email }: Person, given = {}): Promise<Person> => aPerson(here.t, { ...given, email });

const one = async <Row>({ t }: Installation, sql: string, id: string): Promise<Row> =>
  (await t.dataSource.query<[Row]>(sql, [id]))[0];

describe('whoever is new where their school comes to', () => {
  it('signs in once they have set a password by a mail to their address, and with no other', async () => {
    const { totpSecret: _, recoveryCodes: __, ...person } = await aPersonWithTwoStep(there.t);
    await school.parent({}, person);
    await move();
    expect((await hereApp.signIn(person)).status).toBe(401);
    await sent('/password/forgotten', { email: person.email });
    const { secret: token } = await mailboxes.takeLink(here.t, person.email);
    expect(await sent('/password/set', { token, password: OTHER_PASSWORD })).toMatchObject({ status: 200 });
    const { body } = await hereApp.signIn(person, OTHER_PASSWORD);
    expect(body.mfa_required).toBe(false);
    const me = await here.t.api.get('/me', { token: body.access_token as string });
    expect(me.body.memberships).toMatchObject([{ school_id: school.id, role: 'parent' }]);
  });

  it('starts signed out: no session nor application comes along', async () => {
    const person = await aPersonWithPassword(there.t);
    await school.parent({}, person);
    const pair = (await thereApp.signIn(person)).body;
    await move();
    expect((await hereApp.renew(pair.refresh_token as string)).status).toBe(401);
    expect((await here.t.api.get('/me', { token: pair.access_token as string })).status).toBe(401);
  });

  it('comes with what they have chosen: what is hidden is hidden from whom they are linked to later', async () => {
    const parent = await aParentWho(there, school, { hidesAddress: true, profileVisibility: 'name_only' });
    await move();
    const ben = await anotherStudent(parent.email);
    expect(ben.address_visible).toBe(false);
    const account = await accountOf(here, parent.email);
    expect(account).toMatchObject({ profile_visibility: 'name_only', hides_address: true });
  });
});

describe('whoever is known where their school comes to', () => {
  it('keeps the account, the password and the second step that they have here, with the school beside', async () => {
    const { totpSecret: _, ...person } = await aPersonWithTwoStep(there.t);
    await school.admin('junior_admin', person);
    const account = await sameHere(person, { firstName: 'Of', lastName: 'Here', phone: '+1 555 0111' });
    await here.t.app.get(CredentialsService).setPassword(account.userId, OTHER_PASSWORD);
    await living.parent({}, account);
    const before = await one(here, 'select * from users where id = $1', account.userId);
    expect((await move()).known_people).toBe(1);

    expect((await hereApp.signIn(person, PASSWORD)).status).toBe(401);
    const { body } = await hereApp.signIn(person, OTHER_PASSWORD);
    expect(body.mfa_required).toBeFalsy();
    const me = await here.t.api.get('/me', { token: body.access_token as string });
    expect(
      (me.body.memberships as { school_id: string; role: string }[]).map(({ role }) => role).sort(),
    ).toEqual(['junior_admin', 'parent']);
    expect(await one(here, 'select * from users where id = $1', account.userId)).toEqual(before);
    const codes = await here.t.dataSource.query('select from recovery_codes where user_id = $1', [
      account.userId,
    ]);
    expect(codes).toEqual([]);
  });

  it('matches by the email: an id that somebody else has becomes another one', async () => {
    const parent = await school.parent();
    const stranger = await aPerson(here.t, { id: parent.userId });
    await move();
    const account = await accountOf(here, parent.email);
    expect(account.id).not.toBe(parent.userId);
    const { user_id } = await one<{ user_id: string }>(
      here,
      'select user_id from memberships where id = $1',
      parent.membershipId,
    );
    expect(user_id).toBe(account.id);
    expect((await here.t.api.get('/me', { token: stranger.token })).body.memberships).toEqual([]);
  });
});

describe('an address', () => {
  it('stays shown when another guardian has shown it since one has hidden it', async () => {
    const parent = await aParentWho(there, school, { hidesAddress: true });
    await move();
    expect((await studentOf(parent)).address_visible).toBe(true);
  });

  it('hides again where who has hidden it hides here too', async () => {
    const parent = await aParentWho(there, school, { hidesAddress: true });
    await living.parent({}, await sameHere(parent, { hidesAddress: true }));
    await move();
    expect((await studentOf(parent)).address_visible).toBe(false);
    expect((await accountOf(here, parent.email)).hides_address).toBe(true);
  });

  it('hides by who hides it here, of which the school did not know', async () => {
    const parent = await aParentWho(there, school, {});
    await living.parent({}, await sameHere(parent, { hidesAddress: true }));
    await move();
    expect((await studentOf(parent)).address_visible).toBe(false);
  });

  it('shows for a student whom who is known here is linked to later: what they hid there is no word of theirs here', async () => {
    const parent = await aParentWho(there, school, { hidesAddress: true });
    await living.parent({}, await sameHere(parent));
    await move();
    const ben = await anotherStudent(parent.email);
    expect(ben.address_visible).toBe(true);
  });
});

describe('a contact', () => {
  it('hides in the school that comes when it is hidden here', async () => {
    const parent = await aParentWho(there, school, {});
    const account = await sameHere(parent, { profileVisibility: 'name_only' });
    await living.parent({ profileVisibility: 'name_only' }, account);
    await move();
    expect(await visibilities(parent)).toEqual(['name_only']);
  });

  it('stays hidden in the school that comes when it is hidden there, and shown in those here', async () => {
    const parent = await aParentWho(there, school, { profileVisibility: 'name_only' });
    const account = await sameHere(parent);
    const member = await living.parent({ firstName: 'Maria', lastName: 'Park' }, account);
    const ada = await living.student();
    await living.guardian(ada, { membershipId: member.membershipId, email: parent.email });
    await move();
    expect(await visibilities(parent, school.id)).toEqual(['name_only']);
    expect(await visibilities(parent, living.id)).toEqual(['full']);
  });

  it('hides for someone on file alone where they hide it here, as an import would', async () => {
    const account = await aPerson(here.t, {
      profileVisibility: 'name_only',
      firstName: 'Maria',
      lastName: 'Park',
    });
    await school.guardian(await school.student(), { email: account.email });
    await move();
    const { profile_visibility } = await one<{ profile_visibility: string }>(
      here,
      'select profile_visibility from guardians where school_id = $1',
      school.id,
    );
    expect(profile_visibility).toBe('name_only');
  });

  it('stays shown for someone new who hides it where a school here has them on file, until they have proven the address', async () => {
    const parent = await aParentWho(there, school, { profileVisibility: 'name_only' });
    const named = { firstName: 'Maria', lastName: 'Park', email: parent.email };
    await living.guardian(await living.student(), named);
    await move();
    expect(await visibilities(parent, school.id)).toEqual(['name_only']);
    expect(await visibilities(parent, living.id)).toEqual(['full']);
  });

  it('shows in both when neither hides it', async () => {
    const parent = await aParentWho(there, school, {});
    await living.parent({}, await sameHere(parent));
    await move();
    expect(await visibilities(parent)).toEqual(['full']);
  });
});

/** With a student whose address is shown. */
async function aParentWho(
  { t }: Installation,
  of: TestSchool,
  choice: { hidesAddress?: boolean; profileVisibility?: 'full' | 'name_only' },
): Promise<TestMember> {
  const profileVisibility = choice.profileVisibility ?? 'full';
  const parent = await of.parent({ profileVisibility }, await aPerson(t, choice));
  const { membershipId, email } = parent;
  const student = await of.student();
  await of.guardian(student, { membershipId, email, profileVisibility });
  await t.dataSource.query('update students set address_visible = true where id = $1', [student.id]);
  return parent;
}

const studentOf = ({ membershipId }: TestMember): Promise<{ address_visible: boolean }> =>
  one(
    here,
    'select s.* from students s join guardians g on g.student_id = s.id where g.membership_id = $1',
    membershipId,
  );

const accountOf = (
  at: Installation,
  email: string,
): Promise<{ id: string; profile_visibility: string; hides_address: boolean }> =>
  one(at, 'select * from users where email = $1', email);

/** Linked here, after the school has come. */
async function anotherStudent(email: string): Promise<{ address_visible: boolean }> {
  const ben = await insertedHere('Ben');
  await here.types(
    ...['membership', 'add', '--school', school.id, '--email', email, '--role', 'parent'],
    ...['--student', ben.sourceId, '--relation', 'mother'],
  );
  return one(here, 'select * from students where id = $1', ben.id);
}

const insertedHere = (firstName: string): Promise<Student> =>
  new TestSchool(here.t, school.id).student({ firstName });

/** Of everything that is kept here of the person, or that one school keeps, each once. */
async function visibilities({ email }: Person, schoolId: string | null = null): Promise<string[]> {
  const rows = await here.t.dataSource.query<{ visibility: string }[]>(
    `select profile_visibility as visibility from users where email = $1 and $2::uuid is null
     union select m.profile_visibility from memberships m join users u on u.id = m.user_id
       where u.email = $1 and ($2::uuid is null or m.school_id = $2)
     union select g.profile_visibility from guardians g where g.email = $1 and ($2::uuid is null or g.school_id = $2)`,
    [email, schoolId],
  );
  return rows.map(({ visibility }) => visibility);
}
