import { applyDecorators } from '@nestjs/common';
import { ApiParam, ApiResponse } from '@nestjs/swagger';
import type { ErrorReason } from '../errors/app-error.js';
import { ErrorBody } from './error-body.dto.js';
import { refusalExamples } from './refusal-examples.js';

const MEANING: Record<number, string> = {
  400: 'The request is not valid.',
  401: 'The token is missing, malformed, expired or revoked, or the second step is missing.',
  403: 'This user may not do this.',
  404: 'It does not exist, or is not visible to this user.',
  409: 'It conflicts with the present state.',
  413: 'The request is too large.',
  429: 'Too many requests; Retry-After says how long to wait.',
  500: 'Something went wrong on this side.',
  502: 'A service behind this one failed.',
  503: 'Not available for the moment.',
};

/** A status alone, or with the reasons that the operation may give for it. */
export type Refusal = number | readonly [status: number, ...reasons: ErrorReason[]];

/** Documents one refusal of an operation, with an example for each of its reasons. */
export const ApiRefusal = (refusal: Refusal) => {
  const [status, ...reasons] = typeof refusal === 'number' ? ([refusal] as const) : refusal;
  const meaning = MEANING[status] ?? 'An error.';
  const reasonText = reasons.length > 0 ? ` \`reason\` may be ${listed(reasons)}.` : '';
  const examples = refusalExamples(status, reasons);
  return ApiResponse({ status, description: meaning + reasonText, type: ErrorBody, examples });
};

const listed = (reasons: readonly string[]): string => reasons.map((reason) => `\`${reason}\``).join(', ');

const statusOf = (refusal: Refusal): number => (typeof refusal === 'number' ? refusal : refusal[0]);

/** Documents the refusals of an operation; those that every operation shares are added by themselves. */
export const ApiErrors = (...refusals: Refusal[]) => {
  const own = new Set(refusals.map(statusOf));
  const shared = [401, 429, 500, 503].filter((status) => !own.has(status));
  const all = [...refusals, ...shared].sort((a, b) => statusOf(a) - statusOf(b));
  return applyDecorators(...all.map((refusal) => ApiRefusal(refusal)));
};

const ID_MEANING = {
  appPasswordId: "One of the caller's own app passwords.",
  attachmentId: 'A file of the item.',
  categoryId: 'The category.',
  correctionId: 'The correction.',
  claimId: 'A claim of the sign-up.',
  deliveryId: 'A delivery of the webhook.',
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
  roundId: 'A round of confirmation: `round.id` of GET /me/confirmation.',
  responseId: 'A response to the slip: the `id` of a SlipResponse, the same for all its revisions.',
  slipId: 'The permission slip.',
  studentId: 'The student.',
  subscriptionId: "One of the caller's own subscriptions.",
  webhookId: 'The webhook.',
};

/** Documents an id in the path. A malformed one is an unknown one (contract section 0, rule 2). */
export const ApiId = (name: keyof typeof ID_MEANING, description = ID_MEANING[name]) =>
  ApiParam({ name, description, schema: { type: 'string', format: 'uuid' } });

/** The one id that is more than a uuid. */
export const ApiEventId = () =>
  ApiParam({
    name: 'eventId',
    description: 'An event, or an occurrence: `{seriesId}_{originalStart}`.',
    schema: { type: 'string' },
  });
