import { isolated, printable } from './printable.js';
import type { BlankSlipDocument, SlipQuestion } from './slip-document.js';
import type { BlankPage, OpenQuestion } from './slip-layout.js';
import { slipPage, wordingOf } from './slip-page.js';
import type { SlipMessages } from './slip-messages.js';

const LINES: Partial<Record<SlipQuestion['type'], number>> = {
  short_text: 1,
  long_text: 3,
  date: 1,
  number: 1,
};

export function blankPage(document: BlankSlipDocument): BlankPage {
  const { words, times } = wordingOf(document);
  const { signatureRequired: signed, secondGuardianRequired } = document;
  return slipPage(document, {
    kind: [words.kind, words.blankKind],
    footer: [`${words.generated}: ${isolated(times.exactMoment(document.generatedAt))}`],
    openFacts: document.students.length > 0 ? [] : [words.student],
    questions: document.questions.map((question) => openQuestion(question, words)),
    signers: [
      { heading: words.firstSigner, signed },
      ...(secondGuardianRequired ? [{ heading: words.secondSigner, signed }] : []),
    ],
  });
}

function openQuestion({ type, text, required, choices }: SlipQuestion, words: SlipMessages): OpenQuestion {
  const boxes = type === 'yes_no' ? [words.yes, words.no] : choices;
  const hints = [
    ...(required ? [words.required] : []),
    ...(type === 'single_choice' ? [words.chooseOne] : []),
    ...(type === 'multi_choice' ? [words.chooseAny] : []),
  ];
  return {
    text: printable(text),
    hint: hints.join(', ') || null,
    boxes: boxes.map((box) => printable(box)),
    lines: LINES[type] ?? 0,
  };
}
