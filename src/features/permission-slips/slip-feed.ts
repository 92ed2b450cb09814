import type { AudienceInput } from '../../policy/audience.dto.js';
import type { Imported } from '../publishing/item-import.js';
import type { ImportedQuestion } from '../questions/fed-question.js';
import type { AnswerPer } from './slip.errors.js';

/** What is left out stays as it is; null clears it. Moments are ISO 8601 with an offset. */
export interface SlipInput {
  title: string;
  summary?: string | null | undefined;
  /** Rich text; wanted of a slip that is not there yet. */
  body?: string | null | undefined;
  /** Wanted of a slip that is not there yet; another one raises the version. */
  statement?: string | null | undefined;
  organization_id?: string | null;
  audience?: AudienceInput | null;
  /** The row of an event or occurrence. */
  event_id?: string | null;
  answer_per?: AnswerPer | undefined;
  signature_required?: boolean | undefined;
  second_guardian_required?: boolean | undefined;
  /** Wanted of a slip that is not there yet. */
  opens_at?: string | null | undefined;
  closes_at?: string | null | undefined;
  visible_until?: string | null | undefined;
  /** All of them, in their order. */
  questions?: ImportedQuestion[] | undefined;
}

export interface ImportedSlip extends Imported<SlipInput> {
  /** Whether its audience is told when it opens. */
  sendAlert: boolean;
}
