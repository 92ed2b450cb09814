/** Types of questions (contract section 3, Question). */
export type SlipQuestionType =
  'short_text' | 'long_text' | 'single_choice' | 'multi_choice' | 'yes_no' | 'date' | 'number';

export interface SlipSchool {
  name: string;
  /** IANA: every time is written as clocks there show it. */
  timeZone: string;
  /** BCP 47: decides words, dates, and whether pages run from right to left. */
  locale: string;
  /** ISO 3166, two letters: decides the paper. */
  country: string;
  /** The logo, as `prepareImage` returns it. */
  logoPng: Buffer | null;
}

/** An instant, or whole days at the school (`YYYY-MM-DD`, both included). */
export type SlipEventTime = { startsAt: Date; endsAt: Date | null } | { startDate: string; endDate: string };

export interface SlipEvent {
  title: string;
  time: SlipEventTime;
  /** Time zone of the school, when the slip was answered. */
  timeZone: string;
  location: string | null;
}

export interface SlipStudent {
  name: string;
  graduationYear: number | null;
  /** In the school's records; null where it is no other one, or not for the reader. */
  legalName?: string | null;
}

export interface SlipQuestion {
  type: SlipQuestionType;
  text: string;
  required: boolean;
  /** Texts of the choices, in their order; empty for types without. */
  choices: string[];
}

/** The member that fits the type; a date as `YYYY-MM-DD`. */
export interface SlipAnswer {
  text?: string;
  /** Texts of the choices that were made. */
  choices?: string[];
  value?: boolean | number | string;
}

export interface AnsweredQuestion extends SlipQuestion {
  /** Null: not answered. `withheld`: private, and not for whom this document is made. */
  answer: SlipAnswer | 'withheld' | null;
}

/** Contents of a slip at the time when it was answered. */
interface SlipContents<Question> {
  school: SlipSchool;
  title: string;
  organizationName: string | null;
  event: SlipEvent | null;
  /** Those it stands for; none in a blank form for nobody in particular. */
  students: SlipStudent[];
  /** HTML that `sanitizedRichText` returned. */
  bodyHtml: string;
  /** Plain text. */
  statement: { text: string; version: number };
  questions: Question[];
  generatedAt: Date;
}

export type SlipDecision = 'granted' | 'declined';

export interface SlipSignature {
  /** Null where no signature was asked for and none given. */
  typedName: string | null;
  /** The typed name is not the one of the account. */
  nameMismatch: boolean;
  /** The drawing, as `prepareImage` returns it: a PNG that cannot be decoded fails the document. */
  imagePng: Buffer | null;
  relation: string | null;
  /** When it was signed, or answered where there is no signature. */
  signedAt: Date;
  accountEmail: string;
  /** Null for an answer that its signer has given; the day is `YYYY-MM-DD`. */
  paper: { signedOn: string; recordedBy: string } | null;
}

export interface SlipRevision {
  revision: number;
  createdAt: Date;
  decision: SlipDecision;
  signerName: string | null;
}

export interface SlipResponseDocument extends SlipContents<AnsweredQuestion> {
  responseId: string;
  decision: SlipDecision;
  note: string | null;
  signature: SlipSignature;
  /** `awaited`: two guardians have to sign, and one has. */
  secondSignature: SlipSignature | 'awaited' | null;
  revision: number;
  /** Those before this one. */
  supersededRevisions: SlipRevision[];
  /** Null while the response is the current one: a document that no longer holds says so. */
  ended: { state: 'superseded' | 'withdrawn'; at: Date } | null;
  /** Hex. */
  statementSha256: string;
}

export interface BlankSlipDocument extends SlipContents<SlipQuestion> {
  closesAt: Date | null;
  signatureRequired: boolean;
  secondGuardianRequired: boolean;
}
