import { aSchool } from '../../support/school.factory.js';
import { aSignup } from '../../support/signup.factory.js';
import type { TestApp } from '../../support/test-app.js';
import { ClaimWriter, PollWriter, SlipWriter } from './answer-writers.js';
import { ContactWriter, ListWriter, NoteWriter, NoticeWriter } from './own-writers.js';
import type { Writer } from './writer.js';

/** More people than places, so that some always wait. */
const CLAIMANTS = 4;

/**
 * People who write all the time.
 * @param most polls, slips and notices that they find to write about or make: for a run without an end in sight
 */
export async function aBusySchool(t: TestApp, most: number): Promise<Writer[]> {
  const school = await aSchool(t);
  const signup = await aSignup(t, school, {
    cakes: { capacity: 2, waitlistEnabled: true },
    drinks: { capacity: 3, waitlistEnabled: true },
  });
  const claimants = Array.from({ length: CLAIMANTS }, () => ClaimWriter.in(t, school, signup));
  return Promise.all<Writer>([
    // Its later owners would be told of none of the notices before them.
    ListWriter.in(t, await aSchool(t)),
    NoteWriter.in(t, school),
    ContactWriter.in(t, school),
    NoticeWriter.in(t, school, most),
    PollWriter.in(t, school, most),
    SlipWriter.in(t, school, most),
    ...claimants,
  ]);
}
