import type { AudienceInput } from '../../policy/audience.dto.js';
import type { Imported } from '../publishing/item-import.js';
import type { ImportedQuestion } from '../questions/fed-question.js';
import type { ClaimantVisibility, ClaimPer } from './signups.errors.js';

/** What is left out stays as it is; null clears it. Moments are ISO 8601 with an offset. */
export interface SignupInput {
  title: string;
  /** Rich text. */
  description?: string | null | undefined;
  location?: string | null | undefined;
  organization_id?: string | null;
  audience?: AudienceInput | null;
  /** Wanted of a sign-up that is not there yet. */
  opens_at?: string | null | undefined;
  closes_at?: string | null | undefined;
  visible_until?: string | null | undefined;
  withdraw_until?: string | null | undefined;
  claim_per?: ClaimPer | undefined;
  per_person_limit?: number | null | undefined;
  claimant_visibility?: ClaimantVisibility | undefined;
  /** All of them, in their order. */
  questions?: ImportedQuestion[] | undefined;
  /** Wanted of a sign-up that is not there yet; known by their titles. */
  items?: ImportedItem[] | undefined;
}

export interface ImportedItem {
  title: string;
  description?: string | null | undefined;
  capacity?: number | null | undefined;
  waitlist_enabled?: boolean | undefined;
  starts_at?: string | null | undefined;
  ends_at?: string | null | undefined;
}

export interface ImportedSignup extends Imported<SignupInput> {
  /** Whether its audience is told when it opens. */
  sendAlert: boolean;
}
