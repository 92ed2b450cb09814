import { Injectable } from '@nestjs/common';
import { fileURLToPath } from 'node:url';
import { isolated, printable } from '../../../platform/typesetting/printable.js';
import { responsePage, SIGNATURE_IMAGES } from './response-page.js';
import type { BlankSlipDocument, SlipQuestion, SlipResponseDocument } from './slip-document.js';
import type { BlankPage, OpenQuestion } from './slip-layout.js';
import type { Messages } from '../../../platform/messages/messages.js';
import { LOGO, type SlipDocument, slipPage, wordingOf } from './slip-page.js';
import { Typesetter } from '../../../platform/typesetting/typesetter.js';

const TEMPLATE = fileURLToPath(new URL('./slip.typ', import.meta.url));

const LINES: Partial<Record<SlipQuestion['type'], number>> = {
  short_text: 1,
  long_text: 3,
  date: 1,
  number: 1,
};

function blankPage(document: BlankSlipDocument): BlankPage {
  const { say, times } = wordingOf(document);
  const { signatureRequired: signed, secondGuardianRequired } = document;
  return slipPage(document, {
    kind: [say('slips.kind'), say('slips.blankKind')],
    footer: [`${say('slips.generated')}: ${isolated(times.exactMoment(document.generatedAt))}`],
    openFacts: document.students.length > 0 ? [] : [say('slips.student')],
    questions: document.questions.map((question) => openQuestion(question, say)),
    signers: [
      { heading: say('slips.firstSigner'), signed },
      ...(secondGuardianRequired ? [{ heading: say('slips.secondSigner'), signed }] : []),
    ],
  });
}

function openQuestion({ type, text, required, choices }: SlipQuestion, say: Messages['say']): OpenQuestion {
  const boxes = type === 'yes_no' ? [say('slips.yes'), say('slips.no')] : choices;
  const hints = [
    ...(required ? [say('slips.required')] : []),
    ...(type === 'single_choice' ? [say('slips.chooseOne')] : []),
    ...(type === 'multi_choice' ? [say('slips.chooseAny')] : []),
  ];
  return {
    text: printable(text),
    hint: hints.join(', ') || null,
    boxes: boxes.map((box) => printable(box)),
    lines: LINES[type] ?? 0,
  };
}

/**
 * Permission slips as PDF (contract section 4, rules 10 and 11): tagged, fonts embedded, text that can be selected. The
 * same document gives the same bytes.
 */
@Injectable()
export class SlipTypesetterService {
  constructor(private readonly typesetter: Typesetter) {}

  /**
   * An answer, to be filed.
   * @throws UnavailableError when it cannot be set at the moment
   */
  response(document: SlipResponseDocument): Promise<Buffer> {
    const { signature, secondSignature: second } = document;
    const drawn = [signature, ...(second === null || second === 'awaited' ? [] : [second])];
    const images = drawn.map(({ imagePng }, at) => [SIGNATURE_IMAGES[at]!, imagePng] as const);
    return this.typeset(document, responsePage(document), images);
  }

  /**
   * A form to print, fill in and sign by hand.
   * @throws UnavailableError when it cannot be set at the moment
   */
  blankForm(document: BlankSlipDocument): Promise<Buffer> {
    return this.typeset(document, blankPage(document), []);
  }

  private typeset(
    { school, generatedAt }: SlipDocument,
    page: object,
    signatures: (readonly [string, Buffer | null])[],
  ): Promise<Buffer> {
    const images = [[LOGO, school.logoPng] as const, ...signatures];
    return this.typesetter.typeset({
      template: TEMPLATE,
      data: JSON.stringify(page),
      images: Object.fromEntries(images.flatMap(([path, png]) => (png ? [[path, png]] : []))),
      timestamp: Math.floor(generatedAt.getTime() / 1000),
    });
  }
}
