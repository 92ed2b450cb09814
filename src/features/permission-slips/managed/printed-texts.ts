import { plainText } from '../../../platform/rich-text/plain-text.js';
import type { ManagedSlip } from './managed-slip.dto.js';

/** What a slip's PDF says beside the slip's own texts. */
export interface PrintedBeside {
  schoolName: string;
  eventTitle: string | null;
  eventLocation: string | null;
}

/** The texts that are the same in every PDF of the slip. */
export const printedTexts = (slip: ManagedSlip, beside: PrintedBeside): (string | null)[] => [
  ...[slip.title, slip.statement, plainText(slip.body), slip.organization_name],
  ...slip.questions.flatMap(({ text, choices }) => [text, ...choices.map((choice) => choice.text)]),
  ...[beside.eventTitle, beside.eventLocation, beside.schoolName],
];
