import type { TestMember, TestSchool } from '../../support/school.factory.js';
import { aPoll } from '../../support/poll.factory.js';
import { aSignup } from '../../support/signup.factory.js';
import type { TestApp } from '../../support/test-app.js';

/** What the guardian has answered, with its results and names for everyone to see. */
export async function answeredBy(
  t: TestApp,
  school: TestSchool,
  guardian: TestMember,
): Promise<Record<string, string>> {
  const poll = await aPoll(t, school);
  await poll.aResponse([], guardian);
  const signup = await aSignup(t, school, { Cake: {} });
  const claimId = await signup.claimed(guardian, 'Cake');
  return { pollId: poll.id, signupId: signup.id, signupItemId: signup.items.Cake, claimId };
}
