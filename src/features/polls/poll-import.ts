import type { AudienceInput } from '../../policy/audience.dto.js';
import type { Imported } from '../publishing/item-import.js';
import type { ResultsVisibility } from './poll-answers.js';

/** What is left out stays as it is; null clears it, and is the default where a poll cannot be without. */
export interface PollInput {
  title: string;
  /** Rich text. */
  description?: string | null;
  organization_id?: string | null;
  audience?: AudienceInput | null;
  /** ISO 8601 with an offset; wanted of a poll that is not there yet. */
  opens_at?: string | null;
  closes_at?: string | null;
  /** `after_close` by default. */
  results_visibility?: ResultsVisibility | null;
  anonymous?: boolean | null;
  /** All of them, in their order; wanted of a poll that is not there yet. */
  questions?: AskedInput[] | null;
}

export interface AskedInput {
  text: string;
  choices: string[];
}

export interface ImportedPoll extends Imported<PollInput> {
  /** Whether its audience is told when it opens, and reminded before it closes. */
  sendAlert: boolean;
}
