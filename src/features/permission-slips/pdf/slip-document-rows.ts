import type {
  AnsweredQuestion,
  BlankSlipDocument,
  SlipAnswer,
  SlipEvent,
  SlipQuestion,
  SlipResponseDocument,
  SlipSignature,
} from './slip-document.js';
import type { StoredAnswer } from '../../questions/stored-answers.js';
import type { BlankRow, ResponseRow, SignatureRow, SlipRow } from './slip-pdfs.repository.js';
import type { SignedEvent } from '../responses/slip-response.entity.js';
import type { SignedQuestion } from '../slip-version.entity.js';

/** Stands where a reader may not see which account it was, or nobody can any more. */
const HIDDEN = '—';

export const toBlankForm = (row: BlankRow, generatedAt: Date): BlankSlipDocument => ({
  ...contentsOf(row),
  generatedAt,
  students: row.student ? [row.student] : [],
  questions: row.questions.map(toQuestion),
  closesAt: row.closesAt,
  signatureRequired: row.signatureRequired,
  secondGuardianRequired: row.secondGuardianRequired,
});

export const toResponseDocument = (row: ResponseRow, generatedAt: Date): SlipResponseDocument => ({
  ...contentsOf(row),
  generatedAt,
  students: row.students,
  questions: row.questions.map((question) => toAnsweredQuestion(question, row)),
  responseId: row.responseId,
  decision: row.decision,
  note: row.note,
  signature: toSignature(row.signature),
  secondSignature: secondSignatureOf(row),
  revision: row.revision,
  supersededRevisions: row.former.map((former) => ({ ...former, createdAt: new Date(former.createdAt) })),
  ended: row.state === 'current' ? null : { state: row.state, at: row.endedAt! },
  statementSha256: row.statementSha256,
});

const contentsOf = ({
  title,
  organizationName,
  school,
  event,
  body,
  statement,
  statementVersion,
}: SlipRow) => ({
  title,
  organizationName,
  school: { ...school, logoPng: null },
  event: event && toEvent(event),
  bodyHtml: body,
  statement: { text: statement, version: statementVersion },
});

const toEvent = ({ title, location, time_zone: timeZone, ...event }: SignedEvent): SlipEvent => ({
  title,
  location,
  timeZone,
  time:
    event.all_day || event.starts_at === null
      ? { startDate: event.start_date, endDate: event.end_date }
      : {
          startsAt: new Date(event.starts_at),
          endsAt: event.ends_at === null ? null : new Date(event.ends_at),
        },
});

const toQuestion = ({ type, text, required, choices }: SignedQuestion): SlipQuestion => ({
  ...{ type, text, required },
  choices: choices.map((choice) => choice.text),
});

function toAnsweredQuestion(
  question: SignedQuestion,
  { answers, seesPrivate }: ResponseRow,
): AnsweredQuestion {
  const given = answers.find(({ question_id }) => question_id === question.id);
  const answer = given ? toAnswer(given, question) : null;
  return { ...toQuestion(question), answer: question.private && !seesPrivate ? 'withheld' : answer };
}

const toAnswer = ({ text, value, choice_ids }: StoredAnswer, { choices }: SignedQuestion): SlipAnswer => ({
  ...(text !== undefined && { text }),
  ...(value !== undefined && { value }),
  ...(choice_ids && { choices: choices.filter(({ id }) => choice_ids.includes(id)).map((one) => one.text) }),
});

const toSignature = ({
  image,
  signedAt,
  accountEmail,
  paper,
  membershipId: _id,
  ...signature
}: SignatureRow): SlipSignature => ({
  ...signature,
  paper: paper && { signedOn: paper.signedOn, recordedBy: paper.recordedBy ?? HIDDEN },
  imagePng: image === null ? null : Buffer.from(image, 'base64'),
  signedAt: new Date(signedAt),
  accountEmail: accountEmail ?? HIDDEN,
});

function secondSignatureOf({ secondSignature, secondGuardianRequired, state }: ResponseRow) {
  if (secondSignature) return toSignature(secondSignature);
  return secondGuardianRequired && state === 'current' ? 'awaited' : null;
}
