import type { Caller } from '../authorization/grid.js';
import { aWorld, type World } from '../authorization/world.js';
import { TestPublisher } from '../../support/publisher.factory.js';
import { aPermissionSlip, aSlipQuestion } from '../../support/permission-slip.factory.js';
import type { TestSchool } from '../../support/school.factory.js';
import { aSignup } from '../../support/signup.factory.js';
import { anApplication, aPersonWithPassword, PASSWORD } from '../../support/application.factory.js';
import { aStaffMember } from '../../support/organization.factory.js';
import { aPhoto } from '../../support/files/images.js';
import type { TestApp } from '../../support/test-app.js';

/** Whoever may call, and an application that asks for the tokens of a user. */
export type FuzzCaller = Caller | 'application';

export interface FuzzWorld {
  /** The value of the header, by caller. */
  authorization: Record<FuzzCaller, string | undefined>;
  /** What stands for «name: target». */
  ids: World['ids'];
}

/** The world of the authorization matrix, and what else a request can be right with. */
export async function aFuzzWorld(t: TestApp): Promise<FuzzWorld> {
  const { tokens, ids, schools } = await aWorld(t);
  const school = schools[0]!;
  const application = await anApplication(t);
  const { email } = await aPersonWithPassword(t);
  const bearers = Object.entries(tokens).map(([caller, token]) => [caller, token && `Bearer ${token}`]);
  const authorization = { ...Object.fromEntries(bearers), application: application.basic };
  return {
    authorization: authorization as FuzzWorld['authorization'],
    ids: {
      ...ids,
      email: { 'one with a password': email },
      password: { 'the right one': PASSWORD },
      categoryId: { ...ids.categoryId, 'a category': ids.categoryId!['this school']! },
      staffId: { 'a member of staff': (await aStaffMember(t, school)).id },
      eventId: { ...ids.eventId, ...(await occurrences(t, ids, tokens['senior admin']!)) },
      ...(await uploads(t, school, { ids, tokens })),
      ...(await asked(t, school, ids)),
    },
  };
}

/** Of a series of everyone's and of the organization's: the first and the second. */
async function occurrences(t: TestApp, { schoolId, seriesId }: World['ids'], token: string) {
  const found: Record<string, string> = {};
  for (const whose of ["everyone's", "the organization's"]) {
    const path = `/schools/${schoolId!['this school']!}/calendar/series/${seriesId![`${whose} event`]!}/occurrences`;
    const { body } = await t.api.get(path, { token });
    found[`${whose} first occurrence`] = body.events[0].id;
    found[`${whose} second occurrence`] = body.events[1].id;
  }
  return found;
}

/** Files that wait for the request that uses them. */
async function uploads(t: TestApp, school: TestSchool, { ids, tokens }: Pick<World, 'ids' | 'tokens'>) {
  const bytes = await aPhoto('image/png');
  const staged = async (of: string, token: string | undefined): Promise<string> => {
    const { body } = await t.api.post(`${of}/upload-url`, { token, body: { content_type: 'image/png' } });
    const address = t.url + (body.upload_url as string).slice(t.settings.siteUrl.length);
    await fetch(address, { method: 'PUT', headers: body.headers, body: bytes });
    return body.photo_key;
  };
  const admin = await school.admin('senior_admin');
  const file = async (kind: 'documents' | 'notices'): Promise<string> =>
    ((await new TestPublisher(t, kind, school, admin).anUpload()) as { key: string }).key;
  const organization = ids.organizationId!['this organization']!;
  const parent = tokens['parent of this family'];
  return {
    photoKey: {
      "this family's": await staged(`/students/${ids.studentId!["this family's"]!}/photo`, parent),
      "this parent's": await staged('/me/photo', parent),
      'this organization': await staged(`/organizations/${organization}/photos`, tokens['senior admin']),
    },
    attachmentKey: { 'a document': await file('documents'), 'a notice': await file('notices') },
  };
}

const QUESTIONS = ['short_text', 'single_choice', 'multi_choice', 'yes_no', 'date', 'number'] as const;

/** A sign-up and a slip with a question of every type, and a slip that is signed. */
async function asked(t: TestApp, school: TestSchool, ids: World['ids']) {
  const signup = await aSignup(t, school, { Cake: { capacity: 500 } });
  const slip = await aPermissionSlip(t, school, { signatureRequired: true });
  const found = { questionId: { ...ids.questionId }, choiceId: { ...ids.choiceId } } as World['ids'];
  for (const type of QUESTIONS) {
    const choices = type.endsWith('choice') ? ['Red', 'Blue'] : [];
    const ofSignup = await signup.ask(type, {}, choices);
    const ofSlip = await aSlipQuestion(t, slip, { type, choices });
    found.questionId![`sign-up, ${type}`] = ofSignup.id;
    found.questionId![`slip, ${type}`] = ofSlip.id;
    if (choices.length === 0) continue;
    found.choiceId![`sign-up, ${type}`] = ofSignup.choices[0]!;
    found.choiceId![`slip, ${type}`] = ofSlip.choiceIds[0]!;
  }
  return {
    ...found,
    signupId: { ...ids.signupId, 'the asking sign-up': signup.id },
    signupItemId: { ...ids.signupItemId, 'the asking sign-up': signup.items.Cake },
    slipId: { ...ids.slipId, 'the signed slip': slip.id },
  };
}
