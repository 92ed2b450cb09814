import { cleaned, isolated, printable, type Printable } from '../../../platform/typesetting/printable.js';
import { inUtc } from './school-times.js';
import type { AnsweredQuestion, SlipAnswer, SlipResponseDocument, SlipSignature } from './slip-document.js';
import type { Fact, ResponsePage, SignatureBox } from './slip-layout.js';
import { fact, facts, slipPage, wordingOf, type Wording } from './slip-page.js';

/** Not answered (contract section 4, rule 10). */
const UNANSWERED = '—';

export const SIGNATURE_IMAGES = ['/signature-1.png', '/signature-2.png'];

export function responsePage(document: SlipResponseDocument): ResponsePage {
  const wording = wordingOf(document);
  const { say } = wording;
  const { decision, note, secondSignature: second } = document;
  return slipPage(document, {
    kind: [say('slips.kind'), `${say('slips.template.revision')} ${document.revision}`],
    footer: footerOf(document, wording),
    decision: { granted: decision === 'granted', text: say(`slips.decisions.${decision}`) },
    notice: noticeOf(document, wording),
    answers: document.questions.map((question) => answerOf(question, wording)),
    note: note === null ? null : printable(note),
    signatures: signatureBoxes(document, wording),
    awaited: second === 'awaited' ? say('slips.awaited') : null,
    revisions: revisionsOf(document, wording),
  });
}

function noticeOf({ ended }: SlipResponseDocument, { say, times }: Wording): string | null {
  return ended && say(`slips.endings.${ended.state}`, { time: isolated(times.moment(ended.at)) });
}

function answerOf({ text, answer }: AnsweredQuestion, wording: Wording): ResponsePage['answers'][number] {
  const isWithheld = answer === 'withheld';
  const lines = isWithheld ? [wording.say('slips.withheld')] : answerLines(answer, wording);
  return { question: printable(text), answer: lines.map((line) => printable(line)), isWithheld };
}

function answerLines(answer: SlipAnswer | null, { say, times }: Wording): string[] {
  const { text, choices = [], value } = answer ?? {};
  if (text?.trim()) return [text];
  if (choices.length > 0) return choices;
  if (typeof value === 'boolean') return [value ? say('slips.yes') : say('slips.no')];
  if (typeof value === 'string') return [times.day(value)];
  return [value === undefined ? UNANSWERED : String(value)];
}

function signatureBoxes(document: SlipResponseDocument, wording: Wording): SignatureBox[] {
  const { signature, secondSignature: second } = document;
  const { say } = wording;
  return [signature, ...(second === null || second === 'awaited' ? [] : [second])].map((given, at) => ({
    heading: say(at === 0 ? 'slips.signature' : 'slips.secondSignature'),
    image: given.imagePng && SIGNATURE_IMAGES[at]!,
    imageAlt: say('slips.signatureOf', { name: cleaned(given.typedName ?? '') }),
    facts: signatureFacts(given, wording),
    account: accountOf(given, say),
  }));
}

function accountOf({ typedName, accountEmail, paper }: SlipSignature, say: Wording['say']) {
  if (paper) return { label: say('slips.recordedBy'), email: printable(paper.recordedBy) };
  return {
    label: say(typedName === null ? 'slips.answeredBy' : 'slips.signedBy'),
    email: printable(accountEmail),
  };
}

function signatureFacts(signature: SlipSignature, { say, times }: Wording): Fact[] {
  const { typedName, nameMismatch, relation, signedAt, paper } = signature;
  const isSigned = typedName !== null;
  const name = fact(
    say(paper ? 'slips.nameOnPaper' : 'slips.typedName'),
    typedName ?? '',
    nameMismatch ? say('slips.mismatch') : undefined,
  );
  return [
    isSigned ? name : fact(say('slips.signature'), say('slips.unsigned')),
    ...(relation ? [fact(say('slips.template.relation'), relation)] : []),
    paper
      ? fact(say('slips.signedOnPaper'), times.day(paper.signedOn))
      : facts(say(isSigned ? 'slips.signedAt' : 'slips.answeredAt'), [
          times.exactMoment(signedAt),
          inUtc(signedAt),
        ]),
  ];
}

function revisionsOf({ supersededRevisions }: SlipResponseDocument, { say, times }: Wording): Printable[][] {
  return supersededRevisions.map(({ revision, createdAt, decision, signerName }) =>
    [
      String(revision),
      times.shortMoment(createdAt),
      say(`slips.decisions.${decision}`),
      signerName ?? UNANSWERED,
    ].map((text) => printable(text)),
  );
}

/** On every sheet, so that each can be told to belong to this answer. */
function footerOf(document: SlipResponseDocument, { say, times }: Wording): string[] {
  const { responseId, statementSha256, revision, generatedAt } = document;
  return [
    `${say('slips.response')}: ${responseId} · ${say('slips.template.revision')} ${revision}`,
    `${say('slips.digest')}: ${statementSha256}`,
    `${say('slips.generated')}: ${isolated(times.exactMoment(generatedAt))}`,
  ];
}
