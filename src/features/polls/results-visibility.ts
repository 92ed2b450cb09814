/** When the results of a poll can be read. */
export const RESULTS_VISIBILITIES = ['always', 'after_response', 'after_close', 'never'] as const;
export type ResultsVisibility = (typeof RESULTS_VISIBILITIES)[number];
