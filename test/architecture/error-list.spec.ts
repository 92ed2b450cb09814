import { describe, expect, it } from '@jest/globals';
import * as errors from '../../src/platform/errors/app-error.js';
import { textOf } from './source-files.js';

/** Contract section 0.1, the complete list. */
const CODES = {
  validation_failed: 400,
  not_authenticated: 401,
  mfa_required: 401,
  not_authorized: 403,
  not_found: 404,
  conflict: 409,
  payload_too_large: 413,
  rate_limited: 429,
  internal_error: 500,
  upstream_failed: 502,
  unavailable: 503,
};

const REASONS = [
  'closed',
  'not_open',
  'restricted',
  'already_responded',
  'invalid_answers',
  'item_full',
  'has_answers',
  'too_soon',
  'limit_reached',
  'withdrawal_closed',
  'edit_closed',
  'signature_required',
  'declined_by_other_guardian',
  'not_linked',
  'expired',
  'sole_senior_admin',
  'stale',
  'idempotency_key_reused',
  'too_many_occurrences',
  'unsupported_rule',
  'foreign_key_not_owned',
  'unsupported_type',
  'invalid_code',
  'invalid_grant',
  'locked',
];

describe('the list of errors', () => {
  it('holds the codes of the contract and their statuses', () => {
    expect(errors.ERROR_STATUS).toEqual(CODES);
  });

  it('holds the reasons of the contract', () => {
    expect([...errors.ERROR_REASONS].sort()).toEqual([...REASONS].sort());
  });

  it('equals the list that clients are told', () => {
    const document = JSON.parse(textOf('docs/openapi.json'));
    const { code, reason } = document.components.schemas.ErrorDetails.properties;
    expect([...code.enum].sort()).toEqual(Object.keys(CODES).sort());
    expect([...reason.enum].sort()).toEqual([...REASONS].sort());
  });

  it('appears in docs/api/errors.md, each once', () => {
    const first = [...textOf('docs/api/errors.md').matchAll(/^\| (?:\d{3} +\| )?`(\w+)`/gm)].map(
      ([, name]) => name,
    );
    const named = first.filter((name) => name !== 'reason' && name !== 'code');
    expect(named.sort()).toEqual([...Object.keys(CODES), ...REASONS].sort());
  });
});
