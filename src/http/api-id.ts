import { ApiParam } from '@nestjs/swagger';

const MEANING = {
  attachmentId: 'A file of the item.',
  claimId: 'A claim of the sign-up.',
  documentId: 'The document; School Details have no id to ask with.',
  guardianId: 'An entry of the list: the `id` of a ListGuardian.',
  imageId: 'The image: the `{imageId}` of `<img src="image:{imageId}">`.',
  listId: "One of the caller's own lists.",
  menuId: 'The entry of the menu.',
  membershipId: "One of the caller's own memberships.",
  noticeId: 'The notice.',
  notificationId: "One of the caller's own notifications.",
  organizationId: 'The organization.',
  parentId: "The parent's membership.",
  photoId: 'A photo of the organization.',
  pollId: 'The poll.',
  schoolId: 'The school.',
  seriesId: 'The series.',
  sessionId: 'A session of the caller.',
  signupId: 'The sign-up.',
  responseId: 'A response to the slip: the `id` of a SlipResponse, the same for all its revisions.',
  slipId: 'The permission slip.',
  studentId: 'The student.',
  subscriptionId: "One of the caller's own subscriptions.",
};

/** Documents an id in the path. A malformed one is an unknown one (contract section 0, rule 2). */
export const ApiId = (name: keyof typeof MEANING, description = MEANING[name]) =>
  ApiParam({ name, description, schema: { type: 'string', format: 'uuid' } });

/** The one id that is more than a uuid. */
export const ApiEventId = () =>
  ApiParam({
    name: 'eventId',
    description: 'An event, or an occurrence: `{seriesId}_{originalStart}`.',
    schema: { type: 'string' },
  });
