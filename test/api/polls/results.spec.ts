import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ResultsVisibility } from '../../../src/features/polls/results-visibility.js';
import { aPoll, type TestPoll } from '../../support/poll.factory.js';
import { aSchool, type Person, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { anOrganization } from '../../support/organization.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let parent: TestMember;
let admin: TestMember;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
  parent = await school.parent();
  admin = await school.admin();
});

const inHours = (hours: number): Date => new Date(t.clock.now().getTime() + hours * 3_600_000);
const results = async (poll: TestPoll, person: Person) => (await poll.get(person)).body.results;
const isShown = async (poll: TestPoll, person: Person): Promise<boolean> =>
  (await results(poll, person)) !== null;

/** Of everyone whom these tests make. */
const NAMES = /Maria|Park/;

/** Before it opens, while it is open, to one who has responded then, and once it is closed. */
interface Shown {
  open: boolean;
  responded: boolean;
  closed: boolean;
}

describe('The results of a poll', () => {
  it.each<[ResultsVisibility, anonymous: boolean, shown: Shown]>([
    ['never', false, { open: false, responded: false, closed: false }],
    ['after_close', false, { open: false, responded: false, closed: true }],
    ['after_response', false, { open: false, responded: true, closed: true }],
    ['always', false, { open: true, responded: true, closed: true }],
    ['never', true, { open: false, responded: false, closed: false }],
    ['after_close', true, { open: false, responded: false, closed: true }],
    ['after_response', true, { open: false, responded: true, closed: true }],
    ['always', true, { open: true, responded: true, closed: true }],
  ])(
    'read for every manager as for parents in mode %s (anonymous: %s), at any time',
    async (resultsVisibility, anonymous, shown) => {
      const chess = await anOrganization(t, school);
      const editor = await chess.anEditor();
      const callers = [parent, editor, admin, await school.admin('junior_admin')];
      const given = { resultsVisibility, anonymous, organizationId: chess.id };
      const early = await aPoll(t, school, { ...given, opensAt: inHours(1) });
      const open = await aPoll(t, school, { ...given, closesAt: inHours(1) });
      const closed = await aPoll(t, school, { ...given, closesAt: inHours(-0.5) });
      for (const poll of [early, closed]) for (let n = 0; n < 3; n += 1) await poll.aResponse();
      // Of an anonymous one the last three to five are not counted yet.
      for (let n = 0; n < 6; n += 1) await open.respond(await school.parent());
      for (const person of callers) {
        expect((await early.get(person)).status).toBe(404);
        expect(await isShown(open, person)).toBe(shown.open);
        expect((await open.respond(person)).status).toBe(200);
        expect(await isShown(open, person)).toBe(shown.responded);
        expect(await isShown(closed, person)).toBe(shown.closed);
      }
      for (const poll of [open, closed])
        for (const reader of callers) expect((await poll.get(reader)).text).not.toMatch(NAMES);
    },
  );

  it('stay hidden from the next when another one responds', async () => {
    const poll = await aPoll(t, school, { resultsVisibility: 'after_response' });
    await poll.respond(parent);
    expect([await isShown(poll, parent), await isShown(poll, admin)]).toEqual([true, false]);
  });

  it('stay null in an anonymous poll until six have responded, and then change with three', async () => {
    const poll = await aPoll(t, school, { anonymous: true });
    const shown: boolean[] = [];
    for (let n = 0; n < 6; n += 1) {
      shown.push(await isShown(poll, admin));
      await poll.respond(await school.parent());
    }
    expect(shown).toEqual(Array(6).fill(false));
    for (const reader of [admin, parent])
      expect(await results(poll, reader)).toMatchObject({ respondent_count: 3 });
  });

  it('stay null in an anonymous poll of few when it has closed', async () => {
    const poll = await aPoll(t, school, { anonymous: true, closesAt: inHours(-0.5) });
    await poll.aResponse();
    await poll.aResponse();
    expect(await results(poll, admin)).toBeNull();
  });

  it('count and share the respondents with one decimal, in the order of the poll', async () => {
    const poll = await aPoll(t, school);
    const [first, second] = poll.questions as [(typeof poll.questions)[0], (typeof poll.questions)[0]];
    const withCounts = (choices: string[], counts: number[], percents: number[]) =>
      choices.map((choice_id, at) => ({ choice_id, count: counts[at], percent: percents[at] }));
    expect(await results(poll, parent)).toEqual({
      respondent_count: 0,
      questions: [
        { question_id: first.id, choices: withCounts(first.choices, [0, 0], [0, 0]) },
        { question_id: second.id, choices: withCounts(second.choices, [0, 0, 0], [0, 0, 0]) },
      ],
    });
    for (const choosing of [
      [0, 0],
      [0, 1],
      [1, 2],
    ])
      await poll.aResponse(choosing);
    expect(await results(poll, parent)).toEqual({
      respondent_count: 3,
      questions: [
        { question_id: first.id, choices: withCounts(first.choices, [2, 1], [66.7, 33.3]) },
        { question_id: second.id, choices: withCounts(second.choices, [1, 1, 1], [33.3, 33.3, 33.3]) },
      ],
    });
  });

  it('count nothing of another poll', async () => {
    const [poll, other] = [await aPoll(t, school), await aPoll(t, school)];
    await other.aResponse();
    expect((await results(poll, parent)).respondent_count).toBe(0);
  });

  it('never hold a name, an address or an id of a person', async () => {
    const poll = await aPoll(t, school);
    const named = await school.parent({ firstName: 'Quetzalcoatl', lastName: 'Brimblecombe' });
    await poll.respond(named);
    for (const person of [parent, admin]) {
      const { text } = await poll.get(person);
      const told = [named.userId, named.membershipId, named.email, 'Quetzalcoatl', 'Brimblecombe'];
      expect(told.filter((word) => text.includes(word))).toEqual([]);
    }
  });
});
