export const EVENT_STATUSES = ['confirmed', 'tentative', 'cancelled'] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

export const EVENT_TYPES = ['game', 'practice', 'meeting', 'performance', 'other'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export const HOME_AWAY = ['home', 'away', 'neutral'] as const;
export type HomeAway = (typeof HOME_AWAY)[number];

export const RESULT_OUTCOMES = ['win', 'loss', 'tie', 'no_result', 'placed'] as const;
export type ResultOutcome = (typeof RESULT_OUTCOMES)[number];

/** Whom an event asks who comes: for each student of the audience, or each person in it. */
export const RSVP_BY = ['student', 'person'] as const;
export type RsvpBy = (typeof RSVP_BY)[number];

/** A bound of how many may be asked to come. */
export const MAX_PLACES = 100_000;

export const RSVP_ANSWERS = ['yes', 'no', 'maybe'] as const;
export type RsvpAnswer = (typeof RSVP_ANSWERS)[number];
