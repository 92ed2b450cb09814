import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Correction } from '../../src/features/corrections/correction.entity.js';
import type { CorrectionField } from '../../src/features/corrections/correction-field.js';
import { Notification } from '../../src/features/alerts/notifications/notification.entity.js';
import type { Student } from '../../src/features/directory/students/student.entity.js';
import type { ContentFile } from '../../src/imports/content/content-file.schema.js';
import { District } from '../support/schools/district.factory.js';
import { aSchool, type Person, type TestGuardian, type TestSchool } from '../support/school.factory.js';
import { type ImportApp, startImportApp } from './a-fed-app.js';
import { OneRosterFiles } from './oneroster/oneroster-files.js';
import { undo } from './undo/undo-run.js';

let t: ImportApp;
let school: TestSchool;
let ada: Student;
let maria: TestGuardian;
beforeAll(async () => (t = await startImportApp()));
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.stopAt('2026-11-30T12:00:00Z');
  school = await aSchool(t);
  ada = await school.student({ sourceId: 'ada' });
  maria = await school.parentOf(ada);
});

type ImportedStudent = NonNullable<ContentFile['students']>[number];

const propose = async (
  field: CorrectionField,
  proposed: string,
  { token }: Pick<Person, 'token'> = maria,
  { id } = ada,
): Promise<string> =>
  (await t.api.post(`/students/${id}/corrections`, { token, body: { field, proposed } })).body.id;
const ADA: ImportedStudent = {
  source_id: 'ada',
  first_name: 'Ada',
  last_name: 'Park',
  graduation_year: 2030,
};
const bring = (given: Partial<ImportedStudent>) => t.bring(school.id, { students: [{ ...ADA, ...given }] });
const stateOf = async (id: string): Promise<string> =>
  (await t.dataSource.manager.findOneByOrFail(Correction, { id })).state;
const told = async (id: string): Promise<string[]> =>
  (await t.dataSource.manager.findBy(Notification, { kind: 'correction_settled', targetId: id })).map(
    ({ membershipId }) => membershipId,
  );

describe('An import of a content file', () => {
  it.each<[CorrectionField, string, Partial<ImportedStudent>]>([
    ['name', 'ada BYRON', { last_name: 'Byron' }],
    ['preferred_name', 'addie', { preferred_name: 'Addie' }],
    ['phone', '(212) 555-0123', { phone: '+1 212 555 0123' }],
    ['email', 'Ada@Example.org', { email: 'ada@example.org' }],
    ['grade', '6', { grade: '6' }],
    ['graduation_year', '2031', { graduation_year: 2031 }],
    [
      'address',
      '1 Elm St.\nBarre VT 05999',
      { address: { line1: '1 Elm St', city: 'Barre', region: 'VT', postal_code: '05999' } },
    ],
  ])(
    'closes a correction of %s once it brings what was proposed, and tells its author',
    async (field, proposed, given) => {
      const [id, other] = [await propose(field, proposed), await propose(field, 'something else')];
      await bring({});
      expect(await stateOf(id)).toBe('open');
      t.clock.stopAt('2026-11-30T12:10:00Z');
      await bring(given);
      const { state, answer, settledAt } = await t.dataSource.manager.findOneByOrFail(Correction, { id });
      expect([state, answer, settledAt?.toISOString()]).toEqual(['done', null, '2026-11-30T12:10:00.000Z']);
      expect([await told(id), await stateOf(other), await told(other)]).toEqual([
        [maria.membershipId],
        'open',
        [],
      ]);
    },
  );

  it('never closes a correction of guardians or of something else', async () => {
    const ids = [await propose('guardians', 'Maria Park (mother)'), await propose('other', 'Ada Park')];
    await bring({});
    for (const id of ids) expect([await stateOf(id), await told(id)]).toEqual(['open', []]);
  });

  it('closes each once where it runs twice at the same time and an admin settles it meanwhile', async () => {
    const { token } = await school.admin();
    const ids: string[] = [];
    for (let n = 0; n < 6; n += 1) ids.push(await propose('grade', '6'));
    const [settled] = ids as [string];
    const answers = await Promise.all([
      bring({ grade: '6' }),
      bring({ grade: '6' }),
      t.api.patch(`/corrections/${settled}`, { token, body: { state: 'done' } }),
    ]);
    expect(answers[2].status).toBe(200);
    for (const id of ids) expect([await stateOf(id), await told(id)]).toEqual(['done', [maria.membershipId]]);
    const journaled = await t.dataSource.query(
      `select item_id::text as id, count(*)::int as times from changes
       where school_id = $1 and kind = 'correction.settled' group by 1 order by 1`,
      [school.id],
    );
    expect(journaled).toEqual(ids.toSorted().map((id) => ({ id, times: 1 })));
  });

  it('leaves alone what was proposed of a student whom it archives', async () => {
    const id = await propose('grade', '6');
    await bring({ grade: '6', archived: true });
    expect(await stateOf(id)).toBe('open');
    await bring({ grade: '6', archived: false });
    expect([await stateOf(id), await told(id)]).toEqual(['done', [maria.membershipId]]);
  });

  it('leaves alone what an admin has declined', async () => {
    const { token } = await school.admin();
    const id = await propose('grade', '6');
    await t.api.patch(`/corrections/${id}`, { token, body: { state: 'declined' } });
    await bring({ grade: '6' });
    expect(await stateOf(id)).toBe('declined');
  });

  it('closes what a guardian has proposed who is kept apart by now, and tells them nothing', async () => {
    const id = await propose('grade', '6');
    await school.restrict(maria);
    await bring({ grade: '6' });
    expect([await stateOf(id), await told(id)]).toEqual(['done', []]);
  });

  it('leaves a correction done when it is undone', async () => {
    const id = await propose('grade', '6');
    const { run_id } = await bring({ grade: '6' });
    await undo(t, run_id!);
    const [{ grade }] = await t.dataSource.query('select grade from students where id = $1', [ada.id]);
    expect([grade, await stateOf(id)]).toEqual([null, 'done']);
  });

  it('reads open corrections of its own school alone, however many there are', async () => {
    const other = await aSchool(t);
    const bea = await other.student();
    const there = await other.parentOf(bea);
    const elsewhere = await propose('graduation_year', '2030', there, bea);
    await t.dataSource.query(
      `insert into corrections (school_id, student_id, membership_id, field, proposed, state, created_at)
       select $1, $2, $3, 'graduation_year', '2031', 'open', now() from generate_series(1, 2100)`,
      [school.id, ada.id, maria.membershipId],
    );
    await bring({ graduation_year: 2031 });
    const states = await t.dataSource.query(
      'select state, count(*)::int as rows from corrections where school_id = $1 group by 1',
      [school.id],
    );
    expect([states, await stateOf(elsewhere)]).toEqual([[{ state: 'done', rows: 2100 }], 'open']);
  });
});

describe('An import of a OneRoster export', () => {
  it('closes corrections of each of its schools, and none in a dry run', async () => {
    const district = new District(t, 'corrected');
    const files = (phone: string) => {
      const exported = new OneRosterFiles().school('low', { name: 'Low' }).school('mid', { name: 'Mid' });
      for (const at of ['low', 'mid'])
        exported.student(`s-${at}`, { orgSourcedIds: at, agentSourcedIds: 'ann', phone });
      return exported.parent('ann', { email: 'ann@corrected.example' });
    };
    await district.bring(files('212-555-0100'));
    const ann = await district.registered('ann@corrected.example');
    const rows = await t.dataSource.query<{ id: string }[]>(
      `select s.id from students s join schools on schools.id = s.school_id where schools.source = 'corrected' order by 1`,
    );
    const ids = [];
    for (const row of rows) ids.push(await propose('phone', '+1 (212) 555 0199', ann, row as Student));
    await district.bring(files('212-555-0199'), { dryRun: true });
    for (const id of ids) expect(await stateOf(id)).toBe('open');
    await district.bring(files('212-555-0199'));
    await district.bring(files('212-555-0199'));
    for (const id of ids) expect([await stateOf(id), (await told(id)).length]).toEqual(['done', 1]);
  });
});
