import { ERROR_STATUS, type ErrorCode, type ErrorReason } from '../errors/app-error.js';

/** The message of a refusal that says no more than its code. */
const MESSAGE: Record<ErrorCode, string> = {
  validation_failed: 'The request is not valid.',
  not_authenticated: 'Valid credentials are needed.',
  mfa_required: 'Two-step verification has to be completed for this session.',
  not_authorized: 'You may not do this.',
  not_found: 'Nothing is here for you.',
  conflict: 'It conflicts with the present state.',
  payload_too_large: 'The request is too large.',
  rate_limited: 'Too many requests: wait as long as Retry-After says.',
  internal_error: 'Something went wrong here. Request 0f8fad5b-d9cb-469f-a165-70867728950e.',
  upstream_failed: 'The picture could not be made.',
  unavailable: 'Not available for the moment.',
};

/** For people: what happened. docs/api/errors.md says what an application does then. */
const MESSAGE_OF_REASON: Record<ErrorReason, string> = {
  closed: 'It is closed.',
  not_open: 'It is not open yet.',
  restricted: 'The school keeps you and this student apart.',
  already_responded: 'There is an answer already.',
  invalid_answers: 'The answers do not fit the questions.',
  item_full: 'There is not that much left.',
  has_answers: 'There are answers already.',
  too_soon: 'The last one was less than 24 hours ago.',
  limit_reached: 'There are as many as there may be.',
  withdrawal_closed: 'It can no longer be withdrawn.',
  edit_closed: 'It can no longer be changed.',
  signature_required: 'A signature is needed.',
  declined_by_other_guardian: 'Another guardian has declined.',
  not_linked: 'The student is not linked to this parent.',
  expired: 'It has expired.',
  sole_senior_admin: 'The school would be without a senior admin.',
  stale: 'It was changed meanwhile: read it again.',
  idempotency_key_reused: 'The key was sent with another request.',
  too_many_occurrences: 'The series has too many occurrences.',
  unsupported_rule: 'The rule says more than a series can have.',
  foreign_key_not_owned: 'The key is not one that you were given.',
  unsupported_type: 'Files of this type are not taken.',
  invalid_code: 'The code is wrong, used or too old.',
  invalid_grant: 'Valid credentials are needed.',
  locked: 'There were too many wrong attempts.',
};

export interface RefusalExample {
  summary: string;
  value: { error: { code: ErrorCode; message: string; reason?: ErrorReason } };
}

/** By name, one body for each way in which an operation answers with this status: each code, then each reason. */
export function refusalExamples(
  status: number,
  reasons: readonly ErrorReason[],
): Record<string, RefusalExample> {
  const codes = (Object.keys(ERROR_STATUS) as ErrorCode[]).filter((code) => ERROR_STATUS[code] === status);
  const plain = codes.map((code) => [code, exampleOf({ code, message: MESSAGE[code] })] as const);
  const withReason = reasons.map((reason) => {
    const error = { code: codes[0]!, message: MESSAGE_OF_REASON[reason], reason };
    return [reason, exampleOf(error)] as const;
  });
  return Object.fromEntries([...plain, ...withReason]);
}

function exampleOf(error: { code: ErrorCode; message: string; reason?: ErrorReason }): RefusalExample {
  const isAboutFields = error.code === 'validation_failed' && !error.reason;
  const fields = isAboutFields ? { fields: [{ path: 'title', message: 'title is missing' }] } : {};
  return { summary: error.message, value: { error: { ...error, ...fields } } };
}
