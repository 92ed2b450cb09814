import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OwnAddresses } from '../../src/features/account/addresses/own-addresses.service.js';
import { FamiliesService } from '../../src/features/memberships/families.service.js';
import { PersonErasureService } from '../../src/features/person/person-erasure.service.js';
import { RestrictionsService } from '../../src/features/memberships/restrictions.service.js';
import type { ImportReport } from '../../src/platform/import-report.js';
import { Transactions } from '../../src/platform/transaction/transactions.service.js';
import { District } from '../support/schools/district.factory.js';
import type { Person } from '../support/school.factory.js';
import { type ImportApp, startImportApp } from './a-fed-app.js';
import { OneRosterFiles } from './oneroster/oneroster-files.js';
import { undo } from './undo/undo-run.js';

let t: ImportApp;
let district: District;
let districts = 0;
beforeAll(async () => (t = await startImportApp()));
afterAll(() => t.close());
beforeEach(() => {
  t.clock.moveTo('2026-11-21T12:00:00Z');
  district = new District(t, `apart-${(districts += 1)}`);
});

const mail = (name: string): string => `${name}@${district.source}.example`;
type Row = Record<string, string>;

/** Sam of Rob and Mary, at a school of theirs, and Tess of Rob at the same one. */
const roster = (sam: Row = {}, { without = [] as string[], at = 'low' } = {}): OneRosterFiles => {
  const agents = ['rob', 'mary'].filter((id) => !without.includes(id));
  const files = new OneRosterFiles().school('low', { name: 'Low' }).school('mid', { name: 'Mid' });
  files.student('sam', { orgSourcedIds: at, agentSourcedIds: agents.join(','), ...sam });
  files.student('tess', { orgSourcedIds: 'low', agentSourcedIds: 'rob' });
  files.student('max', { orgSourcedIds: 'mid' });
  for (const id of ['rob', 'mary']) files.parent(id, { email: mail(id) });
  return files;
};
const bring = (files: OneRosterFiles): Promise<ImportReport> => district.bring(files);
const codes = ({ warnings, errors }: ImportReport): string[] =>
  [...errors, ...warnings].map(({ code, value }) => `${code} ${value}`);

/** `school/student: guardian`, and what is restricted and linked of each. */
const guardians = async (): Promise<string[]> => {
  const rows = await t.dataSource.query(
    `select school.source_id || '/' || s.source_id || ': ' || g.source_id
       || case when g.restricted_at is not null then ' restricted' else '' end
       || case when g.membership_id is not null then ' linked' else '' end as told
     from guardians g join students s on s.school_id = g.school_id and s.id = g.student_id
     join schools school on school.id = g.school_id
     where school.source = $1 and s.source_id = 'sam' and s.archived_at is null order by 1`,
    [district.source],
  );
  return rows.map(({ told }: { told: string }) => told);
};
const RESTRICTED = { restricted: 'rob' };
const robOf = async (school: string): Promise<{ schoolId: string; student: string; guardianId: string }> => {
  const schoolId = await district.schoolId(school);
  const [row] = await t.dataSource.query(
    `select g.id from guardians g join students s on s.school_id = g.school_id and s.id = g.student_id
     where g.school_id = $1 and s.source_id = 'sam' and g.source_id = 'rob'`,
    [schoolId],
  );
  return { schoolId, student: 'sam', guardianId: row.id };
};
const isRestrictedStudent = async ({ token }: Person): Promise<string[]> => {
  const { body } = await t.api.get('/me', { token });
  return body.memberships.flatMap(
    ({ students }: { students: { first_name: string; restricted: boolean }[] }) =>
      students.flatMap(({ first_name, restricted }) => (restricted ? [first_name] : [])),
  );
};

/** The account has this address, and no longer the one of before. */
const takesAddress = ({ userId, email: before }: Person, email: string): Promise<void> =>
  t.app.get(Transactions, { strict: false }).run(async (manager) => {
    const addresses = t.app.get(OwnAddresses, { strict: false });
    await addresses.add(manager, { userId, email, now: t.clock.now() });
    await addresses.makeFirst(manager, userId, email);
    await addresses.remove(manager, userId, before);
  });
const leaves = async ({ userId, token }: Person, school: string): Promise<void> => {
  const [{ id }] = await t.dataSource.query(
    'select id from memberships where school_id = $1 and user_id = $2',
    [await district.schoolId(school), userId],
  );
  expect((await t.api.post(`/me/leave-school/${id}`, { token })).status).toBe(204);
};

describe('The column restricted of users.csv', () => {
  it('restricts nobody for a person who is no agent of the student, or at a row of no student', async () => {
    const files = roster({ restricted: 'nobody,tess' });
    files.users.find(({ sourcedId }) => sourcedId === 'mary')!['restricted'] = 'rob';
    expect(codes(await bring(files))).toEqual([
      ...[
        'unknown_restricted_agent nobody',
        'unknown_restricted_agent tess',
        'restricted_without_student mary',
      ],
    ]);
    expect(await guardians()).toEqual(['low/sam: mary', 'low/sam: rob']);
  });

  it('keeps the agents that it names apart, and goes on where an export is silent', async () => {
    expect(codes(await bring(roster(RESTRICTED)))).toEqual(['guardian_restricted sam']);
    const rob = await district.registered(mail('rob'));
    await district.registered(mail('mary'));
    const all = ['low/sam: mary linked', 'low/sam: rob restricted linked'];
    expect(await guardians()).toEqual(all);
    expect(await isRestrictedStudent(rob)).toEqual(['Given sam']);
    for (const files of [roster(RESTRICTED), roster(), roster({ restricted: '' })]) {
      expect(codes(await bring(files))).toEqual([]);
      expect(await guardians()).toEqual(all);
    }
  });

  it('lets the operator end it', async () => {
    await bring(roster(RESTRICTED));
    await t.services.get(RestrictionsService).lift(await robOf('low'));
    await bring(roster());
    expect(await guardians()).toEqual(['low/sam: mary', 'low/sam: rob']);
  });

  it('ends with the undo of the import', async () => {
    await bring(roster());
    const rob = await district.registered(mail('rob'));
    t.clock.advance(1000);
    const { run_id } = await bring(roster(RESTRICTED));
    expect(await isRestrictedStudent(rob)).toEqual(['Given sam']);
    t.clock.advance(1000);
    expect((await undo(t, run_id!)).conflicts).toEqual([]);
    expect(await isRestrictedStudent(rob)).toEqual([]);
  });
});

describe('A restricted guardian', () => {
  let rob: Person;
  beforeEach(async () => {
    await bring(roster(RESTRICTED));
    rob = await district.registered(mail('rob'));
  });

  it('stays on file, and linked, when the source names them no more', async () => {
    const report = await bring(roster({}, { without: ['rob'] }));
    expect(report.archived['guardians']).toBe(0);
    expect(await guardians()).toEqual(['low/sam: mary', 'low/sam: rob restricted linked']);
    expect(await isRestrictedStudent(rob)).toEqual(['Given sam']);
  });

  it('stays restricted with another address, and by another name, and the account of before with it', async () => {
    const files = roster();
    Object.assign(
      files.users.find(({ sourcedId }) => sourcedId === 'rob')!,
      {
        ...{ email: mail('robert'), givenName: 'Robert' },
      },
    );
    await bring(files);
    expect(await guardians()).toEqual(['low/sam: mary', 'low/sam: rob restricted linked']);
    expect(await isRestrictedStudent(rob)).toEqual(['Given sam']);
  });

  it.each([
    ['named by the export of the move', {}, 'mid/sam: rob restricted linked'],
    // Nobody becomes a member of a school by a link that counts for nothing.
    ['of whom that export is silent', { without: ['rob'] }, 'mid/sam: rob restricted'],
  ])('moves along with the student: one %s', async (_, how, there) => {
    await bring(roster({}, { at: 'mid', ...how }));
    expect(await guardians()).toEqual(['mid/sam: mary', there]);
    await bring(roster({}, { at: 'low', ...how }));
    expect(await guardians()).toEqual(['low/sam: mary', 'low/sam: rob restricted linked']);
    expect(await isRestrictedStudent(rob)).toEqual(['Given sam']);
  });

  it('stays restricted when the student comes back', async () => {
    const gone = roster();
    gone.users.splice(0, 1);
    await bring(gone);
    expect(await guardians()).toEqual([]);
    await bring(roster());
    expect(await guardians()).toEqual(['low/sam: mary', 'low/sam: rob restricted linked']);
  });

  it('stays on file without the account when they leave the school, and is kept apart when they come back', async () => {
    await leaves(rob, 'low');
    expect(await guardians()).toEqual(['low/sam: mary', 'low/sam: rob restricted']);
    await bring(roster());
    expect(await guardians()).toEqual(['low/sam: mary', 'low/sam: rob restricted']);
    await t.bring(await district.schoolId('low'), { members: [{ email: mail('rob'), role: 'parent' }] });
    expect(await isRestrictedStudent(rob)).toEqual(['Given sam']);
  });

  it('stays apart when they come back with another address', async () => {
    await leaves(rob, 'low');
    await takesAddress(rob, mail('other'));
    await t.bring(await district.schoolId('low'), { members: [{ email: mail('other'), role: 'parent' }] });
    expect(await guardians()).toEqual(['low/sam: mary', 'low/sam: rob restricted linked']);
    expect(await isRestrictedStudent(rob)).toEqual(['Given sam']);
  });

  it('stays apart where the account says that it is the other guardian of the mailbox, whatever address it takes', async () => {
    const files = roster();
    files.users.find(({ sourcedId }) => sourcedId === 'mary')!['email'] = mail('rob');
    await bring(files);
    const [{ id }] = await t.dataSource.query(
      `select id from guardians where school_id = $1 and source_id = 'mary'`,
      [await district.schoolId('low')],
    );
    expect((await district.register(rob, [id])).status).toBe(200);
    await takesAddress(rob, mail('other'));
    expect(await guardians()).toEqual(['low/sam: mary', 'low/sam: rob restricted linked']);
    expect(await isRestrictedStudent(rob)).toEqual(['Given sam']);
  });

  it('stays on file by name alone when the person is erased', async () => {
    const { schoolId } = await robOf('low');
    const { erased, kept } = await t.services.get(PersonErasureService, { strict: false }).erase(mail('rob'));
    expect([erased['guardians'], kept['guardians']]).toMatchObject([1, { rows: 1 }]);
    expect(await guardians()).toEqual(['low/sam: mary', 'low/sam: rob restricted']);
    const [row] = await t.dataSource.query(
      `select first_name, email, phone from guardians where school_id = $1 and restricted_at is not null`,
      [schoolId],
    );
    expect(row).toEqual({ first_name: 'Given rob', email: null, phone: null });
  });

  it('refuses to be unlinked before the restriction is ended', async () => {
    const { schoolId } = await robOf('low');
    const unlink = () => t.services.get(FamiliesService).unlink(schoolId, 'sam', { email: mail('rob') });
    await expect(unlink()).rejects.toThrow('guardian unrestrict');
    await t.services.get(RestrictionsService).lift(await robOf('low'));
    expect(await unlink()).toBe(1);
  });
});

describe('A guardian who was linked by hand', () => {
  const at = (school: string): OneRosterFiles => {
    const files = new OneRosterFiles().school('low', { name: 'Low' }).school('mid', { name: 'Mid' });
    files.student('sam', { orgSourcedIds: school });
    for (const id of ['low', 'mid']) files.student(`of-${id}`, { orgSourcedIds: id });
    return files;
  };

  it('stays restricted when the student moves back to a school that knows them by another name', async () => {
    await bring(at('low'));
    const rob = await district.account(mail('rob'));
    const student = { source_id: 'sam', relation: 'father' as const };
    await t.bring(await district.schoolId('low'), {
      members: [{ email: mail('rob'), role: 'parent', students: [student] }],
    });
    await bring(at('mid'));
    t.clock.advance(61 * 24 * 60 * 60 * 1000);
    await bring(at('mid'));
    const body = { first_name: 'Rob', last_name: 'Fox', phone: '' };
    expect((await t.api.patch('/me/contact', { token: rob.token, body })).status).toBe(200);
    await t.bring(await district.schoolId('mid'), {
      members: [{ email: mail('rob'), role: 'parent', students: [{ ...student, restricted: true }] }],
    });
    expect(await isRestrictedStudent(rob)).toEqual(['Given sam']);
    await bring(at('low'));
    expect(await isRestrictedStudent(rob)).toEqual(['Given sam']);
  });
});
