import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ImportApp, startImportApp } from '../../imports/a-fed-app.js';
import { aRound, closeRound, confirm } from '../../support/confirmation.factory.js';
import { figure } from '../../support/proofs/figures.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { type Asked, AskedFamilies } from './asked-families.js';

/*
 * Contract section 24, rules 1, 2, 4 and 6: everybody confirms for themselves, is reminded while they have not, and nobody is taken for
 * somebody else; a correction that an import brings is closed once.
 */

const GUARDIANS = Number(process.env.CONFIRMATION_GUARDIANS ?? 30);
const MANY_MS = 60_000 + GUARDIANS * 2_000;
/** Requests at the same time. */
const AT_ONCE = 6;

let t: ImportApp;
let school: TestSchool;
let elsewhere: TestSchool;
let admin: TestMember;
let families: AskedFamilies;
beforeAll(async () => {
  t = await startImportApp();
  t.clock.stopAt('2026-11-30T12:00:00Z');
  [school, elsewhere] = [await aSchool(t), await aSchool(t)];
  admin = await school.admin();
  families = new AskedFamilies(t, school, elsewhere);
  await families.fill(GUARDIANS);
}, MANY_MS);
afterAll(() => t.close());

async function each<Item>(items: Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const left = [...items];
  const take = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
}

/** Emails, in order: of those who have confirmed, are asked, and were told of each kind. */
interface State {
  confirmed: string[];
  outstanding: string[];
  opened: string[];
  reminded: string[];
}

const emails = async (sql: string): Promise<string[]> =>
  (
    await t.dataSource.query<{ email: string }[]>(`select u.email from ${sql} order by u.email collate "C"`, [
      school.id,
    ])
  ).map(({ email }) => email);
const told = (kind: string): Promise<string[]> =>
  emails(`notifications n join memberships m on m.school_id = n.school_id and m.id = n.membership_id
    join users u on u.id = m.user_id where n.school_id = $1 and n.kind = '${kind}'`);

async function stateNow(): Promise<State> {
  const { body } = await t.api.get(`/schools/${school.id}/confirmation`, { token: admin.token });
  const rows = await t.dataSource.query<{ id: string; email: string }[]>(
    'select m.id, u.email from memberships m join users u on u.id = m.user_id where m.school_id = $1',
    [school.id],
  );
  const emailOf = new Map(rows.map(({ id, email }) => [id, email]));
  const people = body.people as { membership_id: string; confirmed_at: string | null }[];
  const of = (isConfirmed: boolean): string[] =>
    people
      .filter(({ confirmed_at }) => (confirmed_at !== null) === isConfirmed)
      .map(({ membership_id }) => emailOf.get(membership_id)!)
      .sort();
  expect([body.confirmed, body.outstanding]).toEqual([of(true).length, of(false).length]);
  return {
    ...{ confirmed: of(true), outstanding: of(false) },
    ...{ opened: await told('confirmation_opened'), reminded: await told('confirmation_reminder') },
  };
}

const sorted = (people: Iterable<Asked>): string[] => [...people].map(({ email }) => email).sort();

/** A third of those who are left, the same every time. */
const some = (left: Set<Asked>): Asked[] => [...left].filter((_, at) => at % 3 === 0);

describe(`a school of ${GUARDIANS} guardians`, () => {
  it(
    'confirms and is reminded as a plain model says, each for themselves',
    async () => {
      const { people } = families;
      const [left, reminded] = [new Set(people), new Set<Asked>()];
      let [steps, sent] = [0, 0];
      const roundId = await aRound(t, school, { due: '2026-12-15' });
      const otherId = await aRound(t, elsewhere);
      const expectModel = async (): Promise<void> => {
        steps += 1;
        expect(await stateNow()).toEqual({
          confirmed: sorted(people.filter((person) => !left.has(person))),
          outstanding: sorted(left),
          opened: sorted(people),
          reminded: sorted(reminded),
        } satisfies State);
      };
      await expectModel();
      for (const remindsAfter of [true, true, false]) {
        const now = some(left);
        // Each twice, which counts once.
        await each([...now, ...now], (person) => confirm(t, roundId, person));
        now.forEach((person) => left.delete(person));
        await expectModel();
        if (!remindsAfter) break;
        // The day in between.
        await t.dataSource.query(
          `update confirmation_rounds set last_reminder_at = last_reminder_at - interval '1 day' where school_id = $1`,
          [school.id],
        );
        const remind = () =>
          t.api.post(`/schools/${school.id}/confirmation/reminders`, { token: admin.token });
        const answers = await Promise.all([remind(), remind()]);
        expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
        expect(answers.find(({ status }) => status === 202)!.body).toEqual({ recipients: left.size });
        left.forEach((person) => reminded.add(person));
        sent += left.size;
        await expectModel();
      }
      const inBoth = people.filter(({ isElsewhere }) => isElsewhere);
      await each(people, async (person) => {
        const { body } = await t.api.get('/me/outstanding', { token: person.token });
        const wanted = [
          ...(left.has(person) ? [roundId] : []),
          ...(person.isElsewhere ? [otherId] : []),
        ].sort();
        expect(body.items.map(({ id }: { id: string }) => id).sort()).toEqual(wanted);
      });
      await each(inBoth, (person) => confirm(t, otherId, person));
      await expectModel();
      await closeRound(t, school);
      await each([...left], async (person) => {
        expect((await confirm(t, roundId, person)).status).toBe(409);
      });
      await expectModel();
      figure('Guardians, steps of which each was compared with the model', `${people.length}, ${steps}`);
      figure('Reminders', sent);
      figure('Confirmations of somebody else', 0, '0');
    },
    MANY_MS,
  );

  it(
    'closes each correction that an import brings once, run twice at once and while admins settle',
    async () => {
      const { people, students } = families;
      const ids: string[] = [];
      const byId = new Map<string, Asked>();
      const studentIds = new Map(
        (
          await t.dataSource.query<{ id: string; source_id: string }[]>(
            'select id, source_id from students where school_id = $1',
            [school.id],
          )
        ).map(({ id, source_id }) => [source_id, id]),
      );
      await each(people, async (person) => {
        for (const [at, child] of person.children.entries()) {
          const phone = { field: 'phone', proposed: `(212) 555-${String(1_000 + at)}` };
          const path = `/students/${studentIds.get(child)}/corrections`;
          for (const body of [phone, { field: 'grade', proposed: '5' }, { field: 'other', proposed: '5' }]) {
            const { status, body: made } = await t.api.post(path, { token: person.token, body });
            expect(status).toBe(201);
            byId.set(made.id, person);
            if (body.field !== 'other') ids.push(made.id);
          }
        }
      });
      const brought = students.map((student) => ({
        ...student,
        ...{ grade: '5', phone: `+1212555${1_000 + Number(student.source_id.startsWith('t-'))}` },
      }));
      const settled = ids.filter((_, at) => at % 5 === 0);
      await Promise.all([
        t.bring(school.id, { students: brought }),
        t.bring(school.id, { students: brought }),
        each(settled, (id) =>
          t.api.patch(`/corrections/${id}`, { token: admin.token, body: { state: 'done' } }),
        ),
      ]);
      await t.bring(school.id, { students: brought });
      const journaled = await t.dataSource.query<{ id: string; times: number }[]>(
        `select item_id::text as id, count(*)::int as times from changes
         where school_id = $1 and kind = 'correction.settled' group by 1 order by 1`,
        [school.id],
      );
      expect(journaled).toEqual(ids.toSorted().map((id) => ({ id, times: 1 })));
      const notified = await t.dataSource.query<{ id: string; email: string }[]>(
        `select n.target_id as id, u.email from notifications n
         join memberships m on m.school_id = n.school_id and m.id = n.membership_id join users u on u.id = m.user_id
         where n.school_id = $1 and n.kind = 'correction_settled' order by 1`,
        [school.id],
      );
      expect(notified).toEqual(ids.toSorted().map((id) => ({ id, email: byId.get(id)!.email })));
      const states = await t.dataSource.query(
        `select field = 'other' as other, state, count(*)::int as rows from corrections where school_id = $1 group by 1, 2 order by 1`,
        [school.id],
      );
      expect(states).toEqual([
        { other: false, state: 'done', rows: ids.length },
        { other: true, state: 'open', rows: ids.length / 2 },
      ]);
      figure(
        'Corrections that imports and admins settled at the same time, closed or told twice',
        `${ids.length}, 0`,
        '0 twice',
      );
    },
    MANY_MS,
  );
});
