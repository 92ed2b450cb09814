import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FROM_THERE, Installation } from '../../support/schools/school-moves.js';
import { aPerson, aSchool, type Person, type TestSchool } from '../../support/school.factory.js';

const folder = mkdtempSync(join(tmpdir(), 'school-directory-files-'));
let there: Installation;
let here: Installation;
let count = 0;
/** Moves. */
let school: TestSchool;
/** Is where the other one moves to. */
let living: TestSchool;

beforeAll(async () => {
  [there, here] = [await Installation.start(), await Installation.start()];
});
beforeEach(async () => {
  [school, living] = [await aSchool(there.t), await aSchool(here.t)];
});
afterAll(async () => {
  for (const each of [there, here]) await each?.close();
  rmSync(folder, { recursive: true });
});

async function move(): Promise<void> {
  const file = join(folder, `${(count += 1)}.school`);
  expect(await there.types('backup', file, '--school', school.id)).toMatchObject({ status: 0, stderr: '' });
  const { status, stderr } = await here.types('restore', file, ...FROM_THERE, '--json');
  expect([status, stderr]).toEqual([0, '']);
}

/** An account here with the email of one there, and another id. */
const sameHere = ({ email }: Person): Promise<Person> => aPerson(here.t, { email });

describe('what a school hides by default', () => {
  const PRIVATE = ['--default-visibility', 'name_only', '--default-address', 'hidden'];
  const choose = async ({ t }: Installation, { token }: Person): Promise<void> => {
    await t.api.patch('/me/profile-visibility', { token, body: { profile_visibility: 'full' } });
    await t.api.patch('/me/address-visibility', { token, body: { address_visible: true } });
  };
  const shown = ({ t }: Installation, schoolId: string): Promise<unknown> =>
    t.dataSource.query(
      `select g.email, g.profile_visibility = 'full' and m.profile_visibility = 'full' as contact,
         s.address_visible as address, g.hidden_by_default or m.hidden_by_default or s.hidden_by_default as by_default
       from guardians g join memberships m on m.id = g.membership_id join students s on s.id = g.student_id
       where g.school_id = $1 order by g.email`,
      [schoolId],
    );
  const is = ({ email }: Person, visible: boolean) => ({
    email,
    contact: visible,
    address: visible,
    by_default: !visible,
  });

  it('moves along, and shows whoever is new and has chosen there, or is known and has chosen here', async () => {
    const silent = await school.parentOf(await school.student());
    const [open, elsewhere] = [
      await school.parentOf(await school.student()),
      await school.parentOf(await school.student()),
    ];
    expect(await there.types('school', 'update', school.id, ...PRIVATE)).toMatchObject({ status: 0 });
    await choose(there, open);
    const known = await sameHere(elsewhere);
    const family = await living.parent({}, known);
    await living.guardian(await living.student(), { membershipId: family.membershipId, email: known.email });
    await choose(here, known);
    await move();
    const byEmail = (a: { email: string }, b: { email: string }) => (a.email < b.email ? -1 : 1);
    expect(await shown(here, school.id)).toEqual(
      [is(silent, false), is(open, true), is(elsewhere, true)].sort(byEmail),
    );
  });

  it('stays in force here whatever a file says that somebody has chosen elsewhere', async () => {
    const open = await school.parentOf(await school.student());
    await choose(there, open);
    const known = await sameHere(open);
    expect(await here.types('school', 'update', living.id, ...PRIVATE)).toMatchObject({ status: 0 });
    const family = await living.parent({}, known);
    await living.guardian(await living.student(), { membershipId: family.membershipId, email: known.email });
    expect(await shown(here, living.id)).toEqual([is(known, false)]);
    await move();
    expect(await shown(here, living.id)).toEqual([is(known, false)]);
  });
});
