import { cleaned, isolated, printable, type Printable } from './printable.js';
import { inUtc } from './school-times.js';
import type { AnsweredQuestion, SlipAnswer, SlipResponseDocument, SlipSignature } from './slip-document.js';
import type { Fact, ResponsePage, SignatureBox } from './slip-layout.js';
import { fact, facts, slipPage, wordingOf, type Wording } from './slip-page.js';
import { filled } from './slip-messages.js';

/** Not answered (contract section 4, rule 10). */
const UNANSWERED = '—';

export const SIGNATURE_IMAGES = ['/signature-1.png', '/signature-2.png'];

export function responsePage(document: SlipResponseDocument): ResponsePage {
  const wording = wordingOf(document);
  const { words } = wording;
  const { decision, note, secondSignature: second } = document;
  return slipPage(document, {
    kind: [words.kind, `${words.revision} ${document.revision}`],
    footer: footerOf(document, wording),
    decision: { granted: decision === 'granted', text: words[decision] },
    notice: noticeOf(document, wording),
    answers: document.questions.map((question) => answerOf(question, wording)),
    note: note === null ? null : printable(note),
    signatures: signatureBoxes(document, wording),
    awaited: second === 'awaited' ? words.awaited : null,
    revisions: revisionsOf(document, wording),
  });
}

function noticeOf({ ended }: SlipResponseDocument, { words, times }: Wording): string | null {
  return ended && filled(words[ended.state], { time: isolated(times.moment(ended.at)) });
}

function answerOf({ text, answer }: AnsweredQuestion, wording: Wording): ResponsePage['answers'][number] {
  const isWithheld = answer === 'withheld';
  const lines = isWithheld ? [wording.words.withheld] : answerLines(answer, wording);
  return { question: printable(text), answer: lines.map((line) => printable(line)), isWithheld };
}

function answerLines(answer: SlipAnswer | null, { words, times }: Wording): string[] {
  const { text, choices = [], value } = answer ?? {};
  if (text?.trim()) return [text];
  if (choices.length > 0) return choices;
  if (typeof value === 'boolean') return [value ? words.yes : words.no];
  if (typeof value === 'string') return [times.day(value)];
  return [value === undefined ? UNANSWERED : String(value)];
}

function signatureBoxes(document: SlipResponseDocument, wording: Wording): SignatureBox[] {
  const { signature, secondSignature: second } = document;
  const { words } = wording;
  return [signature, ...(second === null || second === 'awaited' ? [] : [second])].map((given, at) => ({
    heading: at === 0 ? words.signature : words.secondSignature,
    image: given.imagePng && SIGNATURE_IMAGES[at]!,
    imageAlt: filled(words.signatureOf, { name: cleaned(given.typedName ?? '') }),
    facts: signatureFacts(given, wording),
    account: {
      label: given.typedName === null ? words.answeredBy : words.signedBy,
      email: printable(given.accountEmail),
    },
  }));
}

function signatureFacts(signature: SlipSignature, { words, times }: Wording): Fact[] {
  const { typedName, nameMismatch, relation, signedAt } = signature;
  const isSigned = typedName !== null;
  const name = fact(words.typedName, typedName ?? '', nameMismatch ? words.mismatch : undefined);
  return [
    isSigned ? name : fact(words.signature, words.unsigned),
    ...(relation ? [fact(words.relation, relation)] : []),
    facts(isSigned ? words.signedAt : words.answeredAt, [times.exactMoment(signedAt), inUtc(signedAt)]),
  ];
}

function revisionsOf(
  { supersededRevisions }: SlipResponseDocument,
  { words, times }: Wording,
): Printable[][] {
  return supersededRevisions.map(({ revision, createdAt, decision, signerName }) =>
    [String(revision), times.shortMoment(createdAt), words[decision], signerName ?? UNANSWERED].map((text) =>
      printable(text),
    ),
  );
}

/** On every sheet, so that each can be told to belong to this answer. */
function footerOf(document: SlipResponseDocument, { words, times }: Wording): string[] {
  const { responseId, statementSha256, revision, generatedAt } = document;
  return [
    `${words.response}: ${responseId} · ${words.revision} ${revision}`,
    `${words.digest}: ${statementSha256}`,
    `${words.generated}: ${isolated(times.exactMoment(generatedAt))}`,
  ];
}
