import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { ApiAnswer } from '../../support/api-client.js';
import { aSchool, type TestMember } from '../../support/school.factory.js';
import { aCalendar, type TestCalendar } from '../../support/calendar.factory.js';
import { anOrganization, type TestOrganization } from '../../support/organization.factory.js';
import { embedding, HOUR, SchoolImages } from '../../support/files/embedded-images.js';
import { expectInvalid } from '../../support/errors.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let calendar: TestCalendar;
let images: SchoolImages;
let team: TestOrganization;
let editor: TestMember;
let asEditor: TestCalendar;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  calendar = await aCalendar(t);
  images = new SchoolImages(t, calendar.school);
  team = await anOrganization(t, calendar.school);
  editor = await team.anEditor();
  asEditor = calendar.as(editor);
});

const own = (): Promise<string> => images.row({ uploadedByMembershipId: editor.membershipId });
const ofTheTeam = () => ({ organization_id: team.id });
const describedBy = (...ids: string[]) => ({ ...ofTheTeam(), description: embedding(...ids) });
const patch = (description: string | null, by = editor): Promise<ApiAnswer> =>
  t.api.patch(`/organizations/${team.id}`, { token: by.token, body: { description } });

async function expectUsed(...wanted: [id: string, used: boolean][]): Promise<void> {
  const found = await Promise.all(wanted.map(async ([id]) => [id, await images.isUsed(id)]));
  expect(found).toEqual(wanted);
}

/** A series of the team, with its third and fourth occurrences. */
async function aSeries(...ids: string[]) {
  const id = (await asEditor.createSeries({ ...SERIES, ...describedBy(...ids) })).body.id as string;
  return {
    id,
    third: await calendar.on(id, '2026-09-21'),
    fourth: await calendar.on(id, '2026-09-28'),
  };
}

const SERIES = {
  title: 'Practice',
  local_start: '2026-09-07T15:30',
  duration_minutes: 60,
  rrule: 'FREQ=WEEKLY;COUNT=6',
};

describe('A text that embeds an image', () => {
  it.each<[string, () => Promise<string>]>([
    ['nobody uploaded', () => Promise.resolve(randomUUID())],
    [
      'is of another school',
      async () => {
        const school = await aSchool(t);
        const { membershipId } = await school.parent({}, editor);
        return new SchoolImages(t, school).row({ uploadedByMembershipId: membershipId });
      },
    ],
    ['someone else uploaded for something else', () => images.row()],
    [
      'they do not see where it is',
      async () => {
        const id = await own();
        await images.row();
        const hidden = await images.row({ unusedSince: null });
        await images.document(embedding(hidden), { audienceType: 'admins' });
        return id && hidden;
      },
    ],
    [
      'is about to be removed',
      () =>
        images.row({
          uploadedByMembershipId: editor.membershipId,
          unusedSince: new Date(t.clock.now().getTime() - 24 * HOUR + 60_000),
        }),
    ],
  ])('fails with every writer for one that %s, and writes nothing', async (_, make) => {
    const id = await make();
    const before = await images.find(id);
    const event = (await asEditor.createEvent({ ...EVENT, ...ofTheTeam() })).body.id as string;
    const series = await aSeries();
    const given = describedBy(id);
    const answers = await Promise.all([
      asEditor.createEvent({ ...EVENT, ...given }),
      asEditor.createSeries({ ...SERIES, ...given }),
      asEditor.change(event, given),
      asEditor.change(series.third, given),
      asEditor.change(series.third, given, 'following'),
      asEditor.change(series.third, given, 'all'),
      asEditor.changeSeries(series.id, given),
      patch(embedding(id)),
    ]);
    for (const answer of answers) expectInvalid(answer, 'description');
    expect((await calendar.events()).filter(({ description }) => description !== null)).toEqual([]);
    expect((await calendar.events()).map(({ is_exception: changed }) => changed)).not.toContain(true);
    expect(await images.find(id)).toEqual(before);
  });

  it('comes back as it was read, by who sees it', async () => {
    const id = await own();
    await patch(embedding(id));
    const admin = await calendar.school.admin();
    const { body } = await t.api.get(`/organizations/${team.id}`, { token: admin.token });
    expect((await patch(`${body.description}<p>More</p>`, admin)).status).toBe(200);
    await expectUsed([id, true]);
  });

  it('embeds one that its writer sees elsewhere', async () => {
    const id = await images.row({ unusedSince: null });
    await images.document(embedding(id));
    expect((await patch(embedding(id))).status).toBe(200);
    await expectUsed([id, true]);
  });

  it('keeps one whose other item the writer does not see', async () => {
    const id = await own();
    await patch(embedding(id));
    expect((await patch(`${embedding(id)}<p>Again</p>`)).status).toBe(200);
  });
});

const EVENT = { title: 'Picnic', starts_at: '2026-09-12T16:00:00Z', ends_at: '2026-09-12T18:00:00Z' };

describe('An image', () => {
  it('stays while the description of its organization embeds it, and a day longer', async () => {
    const [first, second] = [await own(), await own()];
    await patch(embedding(first));
    await expectUsed([first, true], [second, false]);
    await patch(embedding(second, second));
    await expectUsed([first, false], [second, true]);
    expect((await t.api.patch(`/organizations/${team.id}`, { token: editor.token, body: {} })).status).toBe(
      200,
    );
    await expectUsed([second, true]);
    await patch(null);
    await expectUsed([second, false]);
    expect(await images.seen(editor, second)).toBe(200);
    await patch(embedding(second));
    await expectUsed([second, true]);
  });

  it('stays while an event has it', async () => {
    const [first, second] = [await own(), await own()];
    const id = (await asEditor.createEvent({ ...EVENT, ...describedBy(first) })).body.id as string;
    await expectUsed([first, true]);
    await asEditor.change(id, { title: 'Fall picnic' });
    await expectUsed([first, true]);
    await asEditor.change(id, { description: embedding(second) });
    await expectUsed([first, false], [second, true]);
    await asEditor.remove(id);
    await expectUsed([second, false]);
  });

  it('stays while one of two items has it', async () => {
    const id = await own();
    const event = (await asEditor.createEvent({ ...EVENT, ...describedBy(id) })).body.id as string;
    await patch(embedding(id));
    await asEditor.remove(event);
    await expectUsed([id, true]);
    await patch('<p>Words</p>');
    await expectUsed([id, false]);
  });

  it('stays while a series or an exception of it has it', async () => {
    const [all, one] = [await own(), await own()];
    const series = await aSeries(all);
    await expectUsed([all, true], [one, false]);
    await asEditor.change(series.third, { description: embedding(one) });
    await expectUsed([all, true], [one, true]);
    await asEditor.changeSeries(series.id, { description: '<p>Words</p>' });
    await expectUsed([all, false], [one, true]);
    await asEditor.change(series.third, { description: null }, 'all');
    await expectUsed([one, false]);
  });

  it('stays with an exception that took it over from its series', async () => {
    const [all, one] = [await own(), await own()];
    const series = await aSeries(one);
    await asEditor.change(series.third, { description: embedding(all) });
    await asEditor.changeSeries(series.id, { description: embedding(all) });
    await expectUsed([all, true], [one, false]);
    await asEditor.change(series.fourth, { description: null });
    await expectUsed([all, true]);
    await asEditor.removeSeries(series.id);
    await expectUsed([all, false]);
  });

  it('stays with its series, and is shown, though every occurrence has a text of its own', async () => {
    const id = await own();
    const series = await aSeries(id);
    for (const occurrence of await calendar.occurrences(series.id))
      await asEditor.change(occurrence.id, { description: null });
    await expectUsed([id, true]);
    const member = await calendar.school.parent();
    await team.addParent(member);
    expect(await images.seen(member, id)).toBe(200);
  });

  it('stays with either half of a series that was split', async () => {
    const id = await own();
    const series = await aSeries(id);
    await asEditor.change(series.third, { title: 'Indoors' }, 'following');
    await expectUsed([id, true]);
    await asEditor.removeSeries(series.id);
    await expectUsed([id, true]);
    const [rest] = (await calendar.events()).filter(({ title }) => title === 'Indoors');
    await asEditor.remove(rest!.id, 'all');
    await expectUsed([id, false]);
  });

  it('stays with the first half when what follows gets another text', async () => {
    const [old, fresh] = [await own(), await own()];
    const series = await aSeries(old);
    await asEditor.change(series.third, { description: embedding(fresh) }, 'following');
    await expectUsed([old, true], [fresh, true]);
    await asEditor.changeSeries(series.id, { description: null });
    await expectUsed([old, false], [fresh, true]);
  });

  it('goes with the occurrences that are taken away, and stays with one that is called off', async () => {
    const [early, late] = [await own(), await own()];
    const series = await aSeries();
    await asEditor.change(series.third, { description: embedding(early) });
    await asEditor.change(series.fourth, { description: embedding(late) });
    await asEditor.remove(series.third);
    await expectUsed([early, true], [late, true]);
    await asEditor.remove(series.fourth, 'following');
    await expectUsed([early, true], [late, false]);
  });

  it('goes with an exception that a new rule drops', async () => {
    const id = await own();
    const series = await aSeries();
    await asEditor.change(series.fourth, { description: embedding(id) });
    const answer = await asEditor.changeSeries(series.id, { rrule: 'FREQ=WEEKLY;COUNT=2' });
    expect(answer.body.dropped_exceptions).toEqual([series.fourth]);
    await expectUsed([id, false]);
  });
});
