import { ValidationFailedError } from '../../../errors/app-error.js';
import { invalidField } from '../../../errors/invalid-field.js';
import type { ResultOutcome } from '../event-words.js';
import type { ResultInput } from './result.dto.js';
import type { Contest } from './results.repository.js';

type Agreement = (scoreFor: number, scoreAgainst: number) => boolean;

/** How the scores of an outcome compare (contract section 6, rule 5); of those that are not here it does not matter. */
const AGREES: Partial<Record<ResultOutcome, Agreement>> = {
  win: (scoreFor, scoreAgainst) => scoreFor > scoreAgainst,
  loss: (scoreFor, scoreAgainst) => scoreFor < scoreAgainst,
  tie: (scoreFor, scoreAgainst) => scoreFor === scoreAgainst,
};

/** @throws ValidationFailedError naming what does not fit the rest */
export function assertAgrees(input: ResultInput): void {
  const { outcome } = input;
  const [scoreFor, scoreAgainst] = [input.score_for ?? null, input.score_against ?? null];
  const [place, fieldSize] = [input.place ?? null, input.field_size ?? null];
  if (scoreFor !== null && scoreAgainst !== null && AGREES[outcome]?.(scoreFor, scoreAgainst) === false)
    throw invalidField('outcome', 'outcome must agree with the scores');
  if (outcome === 'placed' && place === null) throw invalidField('place', 'place is required');
  if (place !== null && fieldSize !== null && place > fieldSize)
    throw invalidField('place', 'place must not be greater than field_size');
}

/**
 * From the instant at which it starts, an all-day event from its first day; what was called off has no result at once.
 * @throws ValidationFailedError `not_open`
 */
export function assertMayEnd({ started, status }: Contest, { outcome }: ResultInput): void {
  if (started || (status === 'cancelled' && outcome === 'no_result')) return;
  throw new ValidationFailedError('The event has not started yet.', { reason: 'not_open' });
}
