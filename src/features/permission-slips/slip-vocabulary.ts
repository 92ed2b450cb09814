/** For whom one answer is given. */
export const ANSWER_PER = ['student', 'family'] as const;
export type AnswerPer = (typeof ANSWER_PER)[number];

export const SLIP_DECISIONS = ['granted', 'declined'] as const;
export type SlipDecision = (typeof SLIP_DECISIONS)[number];

export const RESPONSE_STATES = ['current', 'superseded', 'withdrawn'] as const;
export type ResponseState = (typeof RESPONSE_STATES)[number];

/** State of a slip for a student. */
export const STUDENT_STATES = ['needed', 'granted', 'declined', 'withdrawn'] as const;
export type StudentState = (typeof STUDENT_STATES)[number];
