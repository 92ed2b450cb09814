import { type FieldError, ValidationFailedError } from '../../platform/errors/app-error.js';
import { isCalendarDate } from '../../platform/http/field-decorators.js';

/** Types of questions of a sign-up or a permission slip (contract section 3, Question). */
export const QUESTION_TYPES = [
  'short_text',
  'long_text',
  'single_choice',
  'multi_choice',
  'yes_no',
  'date',
  'number',
] as const;
export type QuestionType = (typeof QUESTION_TYPES)[number];

/** An answer as it is stored with a claim or a response: exactly the member that fits the type. */
export interface StoredAnswer {
  question_id: string;
  text?: string;
  choice_ids?: string[];
  value?: boolean | number | string;
}

export class InvalidAnswersError extends ValidationFailedError {
  constructor(fields: FieldError[]) {
    super('The answers do not fit the questions.', { reason: 'invalid_answers', fields });
  }
}

/** A question as an answer to it is judged. */
export interface StoredQuestion {
  id: string;
  type: QuestionType;
  required: boolean;
  /** Ids. */
  choices: string[];
}

/** An answer in a request: null is as good as absent. */
export interface GivenAnswer {
  question_id: string;
  text?: string | null;
  choice_ids?: string[] | null;
  value?: boolean | number | string | null;
}

type Member = 'text' | 'choice_ids' | 'value';
const MEMBERS: Member[] = ['text', 'choice_ids', 'value'];
/** Characters. */
const SHORT_TEXT = 200;

const MEMBER_OF: Record<QuestionType, Member> = {
  short_text: 'text',
  long_text: 'text',
  single_choice: 'choice_ids',
  multi_choice: 'choice_ids',
  yes_no: 'value',
  date: 'value',
  number: 'value',
};

/**
 * The answers as they are kept, in the order of the questions; an empty one is none.
 * @throws InvalidAnswersError one to no such question, a second one to the same, one that does not fit, or none where
 *   one is required
 */
export function storedAnswers(questions: StoredQuestion[], given: GivenAnswer[]): StoredAnswer[] {
  const faults: FieldError[] = [];
  const accepted = new Map<string, StoredAnswer>();
  const byId = new Map(questions.map((question) => [question.id, question]));
  const answered = new Set<string>();
  for (const [at, answer] of given.entries()) {
    const id = answer.question_id.toLowerCase();
    const question = byId.get(id);
    const stored = question && { question_id: id, ...contentOf(question, answer) };
    const fault = !question
      ? 'is to no question of it'
      : answered.has(id)
        ? 'is a second one'
        : faultOf(question, answer);
    answered.add(id);
    if (fault) faults.push({ path: `answers.${at}`, message: `The answer ${fault}.` });
    else if (stored && Object.keys(stored).length > 1) accepted.set(id, stored);
  }
  for (const { id, required } of questions)
    if (required && !accepted.has(id) && faults.length === 0)
      faults.push({ path: 'answers', message: `Question ${id} needs an answer.` });
  if (faults.length > 0) throw new InvalidAnswersError(faults);
  return questions.flatMap(({ id }) => accepted.get(id) ?? []);
}

function faultOf(question: StoredQuestion, answer: GivenAnswer): string | null {
  const member = MEMBER_OF[question.type];
  if (MEMBERS.some((name) => name !== member && (answer[name] ?? null) !== null))
    return `has more than ${member}, which the question asks for`;
  if (isEmpty(answer[member])) return null;
  return FITS[question.type](answer, question) ? null : `is no ${question.type}`;
}

const isEmpty = (content: GivenAnswer[Member]): boolean =>
  (content ?? '') === '' || (Array.isArray(content) && content.length === 0);

const FITS: Record<QuestionType, (answer: GivenAnswer, question: StoredQuestion) => boolean> = {
  short_text: ({ text }) => [...(text ?? '')].length <= SHORT_TEXT,
  long_text: () => true,
  single_choice: (answer, question) => answer.choice_ids?.length === 1 && areChoices(answer, question),
  multi_choice: areChoices,
  yes_no: ({ value }) => typeof value === 'boolean',
  date: ({ value }) => isCalendarDate(value),
  number: ({ value }) => typeof value === 'number' && Number.isFinite(value),
};

function areChoices({ choice_ids }: GivenAnswer, { choices }: StoredQuestion): boolean {
  const ids = lowered(choice_ids);
  return new Set(ids).size === ids.length && ids.every((id) => choices.includes(id));
}

const lowered = (ids: string[] | null | undefined): string[] => (ids ?? []).map((id) => id.toLowerCase());

function contentOf({ type }: StoredQuestion, answer: GivenAnswer): Omit<StoredAnswer, 'question_id'> {
  const member = MEMBER_OF[type];
  if (isEmpty(answer[member])) return {};
  return { [member]: member === 'choice_ids' ? lowered(answer.choice_ids) : answer[member] };
}
