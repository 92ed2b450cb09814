export const EVENT_STATUSES = ['confirmed', 'tentative', 'cancelled'] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

export const EVENT_TYPES = ['game', 'practice', 'meeting', 'performance', 'other'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export const HOME_AWAY = ['home', 'away', 'neutral'] as const;
export type HomeAway = (typeof HOME_AWAY)[number];

export const RESULT_OUTCOMES = ['win', 'loss', 'tie', 'no_result', 'placed'] as const;
export type ResultOutcome = (typeof RESULT_OUTCOMES)[number];
