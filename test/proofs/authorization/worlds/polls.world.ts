import { randomUUID } from 'node:crypto';
import { aPoll } from '../../../support/poll.factory.js';
import type { TestOrganization } from '../../../support/organization.factory.js';
import type { TestSchool } from '../../../support/school.factory.js';
import type { TestApp } from '../../../support/test-app.js';
import type { World } from '../world.js';

const TOMORROW = 86_400_000;

/** Of one question each, which everybody may answer once. */
export async function pollsOf(
  t: TestApp,
  school: TestSchool,
  otherSchool: TestSchool,
  { id: organizationId }: TestOrganization,
): Promise<World['ids']> {
  const polls = {
    "everyone's poll": await aPoll(t, school, {}, [2]),
    "the organization's hidden poll": await aPoll(t, school, { organizationId, audienceType: 'admins' }, [2]),
    "the organization's early poll": await aPoll(
      t,
      school,
      { organizationId, opensAt: new Date(t.clock.now().getTime() + TOMORROW) },
      [2],
    ),
    "the admins' poll": await aPoll(t, school, { audienceType: 'admins' }, [2]),
    "another school's poll": await aPoll(t, otherSchool, {}, [2]),
  };
  const ids: World['ids'] = { pollId: { 'invented poll': randomUUID(), 'malformed poll': 'picnic' } };
  for (const [target, poll] of Object.entries(polls)) {
    const [{ question_id, choice_id } = { question_id: '', choice_id: '' }] = poll.answers();
    ids.pollId![target] = poll.id;
    ids.questionId = { ...ids.questionId, [target]: question_id };
    ids.choiceId = { ...ids.choiceId, [target]: choice_id };
  }
  return ids;
}
