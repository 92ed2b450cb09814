import { invalidField, NotAuthorizedError, NotFoundError } from '../../../platform/errors/app-error.js';
import type { RsvpAnswer, RsvpBy } from '../events/event-values.js';
import type { RsvpAnswerInput } from './event-rsvp.dto.js';
import { EventFullError, InvalidRsvpsError } from './rsvp.errors.js';

/** One answer of a request, for a student or a member. */
export interface NewAnswer {
  subjectId: string;
  answer: RsvpAnswer;
  comment: string | null;
}

/** Somebody whom an answer names. */
export interface Subject {
  id: string;
  /** The caller, or a student of theirs, whom the event asks. */
  own: boolean;
  /** Anybody whom the event asks. */
  addressed: boolean;
  /** Anybody with an answer that counts, whom the event may ask no more. */
  answered: boolean;
}

/**
 * The answers by whom they are for.
 * @param membershipId the caller, for whom an answer without a name is
 * @throws InvalidRsvpsError they do not say for whom they are, or name somebody twice
 */
export function answersFrom(inputs: RsvpAnswerInput[], by: RsvpBy, membershipId: string): NewAnswer[] {
  const answers = inputs.map((input) => ({
    subjectId: subjectOf(input, by, membershipId),
    answer: input.answer,
    comment: input.comment ?? null,
  }));
  if (new Set(answers.map(({ subjectId }) => subjectId)).size < answers.length)
    throw new InvalidRsvpsError('Each is answered for once.');
  return answers;
}

function subjectOf({ student_id, membership_id }: RsvpAnswerInput, by: RsvpBy, membershipId: string): string {
  if (by === 'student') {
    if (!student_id || membership_id) throw new InvalidRsvpsError('Each answer is for a student: name them.');
    return student_id.toLowerCase();
  }
  if (student_id) throw new InvalidRsvpsError('Each person answers for themselves: no student is named.');
  return membership_id?.toLowerCase() ?? membershipId;
}

/**
 * Everybody answers for their own, managers for anybody of the audience. A place of whoever is in it no more is theirs to give back:
 * nobody else sees the event.
 * @throws NotFoundError for somebody who is not at the school
 * @throws NotAuthorizedError for somebody else's
 * @throws ValidationFailedError a manager, for somebody whom the event does not ask
 */
export function assertMayAnswerFor(answers: NewAnswer[], subjects: Subject[], isManager: boolean): void {
  const known = new Map(subjects.map((subject) => [subject.id, subject]));
  const named = answers.map(({ subjectId }) => known.get(subjectId));
  if (named.includes(undefined)) throw new NotFoundError();
  if (named.every((subject) => subject!.own)) return;
  if (!isManager) throw new NotAuthorizedError();
  const mayTake = ({ own, addressed, answered }: Subject, { answer }: NewAnswer): boolean =>
    own || addressed || (answered && answer === 'no');
  if (!answers.every((given) => mayTake(known.get(given.subjectId)!, given)))
    throw invalidField('answers', 'the event asks nobody but its audience');
}

/**
 * A place that is taken already stays, whatever the capacity is by now.
 * @param others how many others come
 * @param before how many of those who answer were coming before
 * @throws EventFullError
 */
export function assertFits(
  answers: NewAnswer[],
  { capacity, others, before }: { capacity: number | null; others: number; before: number },
): void {
  const coming = answers.filter(({ answer }) => answer === 'yes').length;
  if (capacity === null || coming <= before || others + coming <= capacity) return;
  throw new EventFullError(Math.max(0, capacity - others - before));
}
