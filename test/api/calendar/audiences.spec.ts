import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aModelledSchool, at, audienceOf } from '../../support/schools/model-school.factory.js';
import { TestCalendar } from '../../support/calendar.factory.js';
import { aSchool } from '../../support/school.factory.js';
import { aSignup } from '../../support/signup.factory.js';
import {
  aModelSchool,
  isAddressed,
  isManaged,
  PUBLISHED,
  READ,
  type ModelItem,
  type ModelPerson,
  type ModelSchool,
} from '../../support/models/audience-model.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

/*
 * The calendar is kept for all its readers at once, and each is shown their part of it: by keys, where every other
 * operation asks the database for the audience.
 */

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const RUNS = Number(process.env.MODEL_RUNS ?? 12);

/** By number: the event of each item, and the sign-up for it, which is addressed like the item after it. */
type Sight = { event: number; signup: number | null }[] | 'refused';

function expected(school: ModelSchool, person: ModelPerson): Sight {
  if (person.deactivated) return 'refused';
  const isListed = (item: ModelItem): boolean => isAddressed(school, person, item, READ);
  const isShown = (item: ModelItem): boolean => isListed(item) || isManaged(school, person, item, READ);
  return school.items.flatMap((item, event) => {
    const next = school.items[(event + 1) % school.items.length]!;
    return isShown(item) ? [{ event, signup: isListed(next) ? event : null }] : [];
  });
}

interface BuiltCalendar {
  calendar: TestCalendar;
  members: { token: string }[];
  /** By number. */
  events: string[];
  signups: string[];
}

async function build(model: ModelSchool): Promise<BuiltCalendar> {
  t.clock.stopAt(at(PUBLISHED).toISOString());
  const school = await aSchool(t);
  const calendar = new TestCalendar(t, school, (await school.admin()).token);
  const built = await aModelledSchool(t, school, model);
  const events: string[] = [];
  for (const [number, item] of model.items.entries())
    events.push(await calendar.anEvent({ title: String(number), ...audienceOf(item, built) }));
  const signups: string[] = [];
  for (const [number, eventId] of events.entries()) {
    const { type, years, organizations } = model.items[(number + 1) % events.length]!;
    const audienceOrganizationIds = organizations.map((at) => built.organizations[at]!.id);
    const to = { audienceType: type, audienceYears: years, audienceOrganizationIds };
    signups.push((await aSignup(t, school, {}, { eventId, ...to })).id);
  }
  return { calendar, members: built.members, events, signups };
}

async function seen({ calendar, events, signups }: BuiltCalendar, member: { token: string }): Promise<Sight> {
  const { status, body } = await calendar.as(member).send('GET', '');
  if (status !== 200) return 'refused';
  return (body.events as { id: string; signup_id: string | null }[]).map(({ id, signup_id: signup }) => ({
    event: events.indexOf(id),
    signup: signup === null ? null : signups.indexOf(signup),
  }));
}

describe('Whoever is in a school, and whomever its events are addressed to,', () => {
  it(
    'each sees theirs in the calendar, and with each the sign-up for it that they may see',
    async () => {
      await fc.assert(
        fc.asyncProperty(aModelSchool, async (model) => {
          const built = await build(model);
          t.clock.stopAt(at(READ).toISOString());
          for (const [number, person] of model.people.entries())
            expect(await seen(built, built.members[number]!)).toEqual(expected(model, person));
        }),
        { numRuns: RUNS },
      );
    },
    RUNS * 30_000,
  );
});
