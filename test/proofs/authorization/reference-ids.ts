import { randomUUID } from 'node:crypto';
import type { Kind } from './targets.js';
import type { World } from './world.js';

type Ids = World['ids'];

const LAST_UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(?!.*[0-9a-f]{8}-)/;

interface Item {
  /** Of `World.ids`. */
  parameter: string;
  own: string;
  /** Null where nothing of the school is somebody else's. */
  other: string | null;
  foreign: string;
  /** What has to stand beside the id for it to count. */
  beside?: (ids: Ids, target: string) => object;
  /** How the id is written, where it is not alone. */
  written?: (id: string) => string;
}

const item = (parameter: string, own: string, other: string | null, foreign: string): Item => ({
  parameter,
  own,
  other,
  foreign,
});
const ofParents = (parameter: string): Item =>
  item(parameter, "this parent's", "another parent's", "another school's");
const ofFamilies = (parameter: string): Item =>
  item(parameter, "this family's", "another family's", "another school's");
const ofOrganizations = (parameter: string): Item =>
  item(parameter, 'this organization', 'another organization', "another school's");
const ofTheSchool = (parameter: string): Item => item(parameter, 'this school', null, 'another school');
const addressed = (parameter: string, what: string): Item =>
  item(parameter, `everyone's ${what}`, `the admins' ${what}`, `another school's ${what}`);

const leading = (type: string, of: Item): Item => ({
  ...of,
  beside: () => ({ leaders: [{ type, title: 'Captain' }] }),
});
const answering = (of: Item): Item => ({ ...of, beside: () => ({ answers: [{ text: 'Late' }] }) });
const choosing = (question: string, of: Item): Item => ({
  ...of,
  beside: (ids, target) => ({ answers: [{ question_id: ids[question]?.[target] }] }),
});
const file = {
  id: null,
  file_name: 'Map.png',
  content_type: 'image/png',
  size_bytes: 99,
  uploaded_at: '2026-01-01T00:00:00.000Z',
};
const attaching = (of: Item): Item => ({ ...of, beside: () => ({ attachments: [file] }) });

/** What ids are of. */
export const ITEMS: Record<string, Item> = {
  school: ofTheSchool('schoolId'),
  category: ofTheSchool('categoryId'),
  menu: ofTheSchool('menuId'),
  webhook: ofTheSchool('webhookId'),
  delivery: ofTheSchool('deliveryId'),
  student: ofFamilies('studentId'),
  'guardian on file': ofFamilies('recordId'),
  parent: ofParents('membershipId'),
  list: ofParents('listId'),
  'list entry': ofParents('guardianId'),
  notification: ofParents('notificationId'),
  subscription: item(
    'subscriptionId',
    "this parent's subscription",
    "another parent's subscription",
    "another school's subscription",
  ),
  'app password': item(
    'appPasswordId',
    "this parent's subscription",
    "another parent's subscription",
    "another school's subscription",
  ),
  organization: ofOrganizations('organizationId'),
  audience: {
    ...ofOrganizations('organizationId'),
    beside: () => ({ audience: { type: 'organizations' } }),
  },
  contest: ofOrganizations('eventId'),
  photo: ofOrganizations('photoId'),
  'leading student': leading('student', ofFamilies('studentId')),
  'leading parent': leading('parent', ofParents('membershipId')),
  'leading staff': leading('staff', ofTheSchool('staffId')),
  event: addressed('eventId', 'event'),
  occurrence: addressed('occurrenceId', 'event'),
  series: addressed('seriesId', 'event'),
  document: addressed('documentId', 'document'),
  notice: addressed('noticeId', 'notice'),
  'file of a document': addressed('attachmentId', 'document'),
  'file of a notice': addressed('attachmentId', 'notice'),
  'file of a slip': addressed('attachmentId', 'slip'),
  'upload for a document': attaching(ofParents('documentKey')),
  'upload for a notice': attaching(ofParents('noticeKey')),
  'upload for a slip': attaching(ofParents('permission_slipKey')),
  scan: ofParents('permission_slipKey'),
  image: item('imageId', 'image of an organization', 'image of an archived one', 'image that is elsewhere'),
  'embedded image': {
    ...item('imageId', 'image of an organization', null, 'image that is elsewhere'),
    written: (id) => `<p><img src="image:${id}" alt=""></p>`,
  },
  poll: addressed('pollId', 'poll'),
  'poll question': addressed('questionId', 'poll'),
  'poll choice': addressed('choiceId', 'poll'),
  'sign-up': addressed('signupId', 'sign-up'),
  place: addressed('signupItemId', 'sign-up'),
  item: { ...addressed('signupItemId', 'sign-up'), beside: () => ({ items: [{ title: 'Cake' }] }) },
  claim: item('claimId', "everyone's sign-up", "another parent's claim", "another school's sign-up"),
  'sign-up question': answering(addressed('signupQuestionId', 'sign-up')),
  'sign-up choice': choosing('signupChoiceQuestionId', addressed('signupChoiceId', 'sign-up')),
  slip: addressed('slipId', 'slip'),
  response: item('responseId', 'the answered slip', "another family's response", "another school's response"),
  'slip question': answering(addressed('slipQuestionId', 'slip')),
  'slip choice': choosing('slipChoiceQuestionId', addressed('slipChoiceId', 'slip')),
};

/** @param target of the request that is right: its own id of this item is preferred to the world's */
export function referenceId(ids: Ids, of: string, kind: Kind, target: string): string {
  const { parameter, ...targets } = ITEMS[of]!;
  const foreign = ids[parameter]?.[targets.foreign] ?? '';
  // Of the same form as the foreign one, which may be more than a uuid.
  if (kind === 'invented') return foreign.replace(LAST_UUID, randomUUID());
  const named = targets[kind];
  const id = (kind === 'own' ? ids[parameter]?.[target] : undefined) ?? (named && ids[parameter]?.[named]);
  if (!id) throw new Error(`There is no ${kind} ${of}`);
  return id;
}
