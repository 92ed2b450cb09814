import { invalidField } from '../../../platform/errors/app-error.js';
import { merged } from '../../../platform/text/merged.js';
import type { RsvpBy } from '../events/event-values.js';
import type { RsvpInput } from './event-rsvp.dto.js';

/** How an event or a series asks who comes, as it is stored. */
export interface RsvpTerms {
  rsvpBy: RsvpBy | null;
  rsvpLeadSeconds: number | null;
  rsvpCapacity: number | null;
}

const NO_RSVP: RsvpTerms = { rsvpBy: null, rsvpLeadSeconds: null, rsvpCapacity: null };

/**
 * The terms after a change: the given ones, whole, or else the present ones. The last moment is stored as the time before the
 * start, so that it moves along with the event, and an occurrence has its own.
 * @param begins the instant at which the event, or the first occurrence, begins
 * @throws ValidationFailedError for a last moment after the start
 */
export function rsvpTermsFrom(
  input: RsvpInput | null | undefined,
  present: RsvpTerms | null,
  begins: () => Date,
): RsvpTerms {
  if (input === undefined) return present ? termsOf(present) : NO_RSVP;
  if (input === null) return NO_RSVP;
  return {
    rsvpBy: input.by,
    rsvpLeadSeconds: input.until ? leadOf(new Date(input.until), begins()) : null,
    rsvpCapacity: merged(input.capacity, null),
  };
}

const termsOf = ({ rsvpBy, rsvpLeadSeconds, rsvpCapacity }: RsvpTerms): RsvpTerms => ({
  rsvpBy,
  rsvpLeadSeconds,
  rsvpCapacity,
});

function leadOf(until: Date, begins: Date): number {
  const seconds = (begins.getTime() - until.getTime()) / 1000;
  if (seconds < 0) throw invalidField('rsvp.until', 'rsvp.until must not be after the start');
  return seconds;
}
