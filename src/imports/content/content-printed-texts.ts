import { plainText } from '../../platform/rich-text/plain-text.js';
import { sanitizedRichText } from '../../platform/rich-text/rich-text.js';
import type { PrintedTexts } from '../unprintable-warnings.js';
import type { CheckedContent } from './check-content.js';
import type { GuardianEntry, StudentEntry } from './content-file.schema.js';
import type { SlipEntry } from './slip.schema.js';

/** What of a content file is printed: people, organizations, slips, and the events that slips are for. */
export function* printedTexts(content: CheckedContent): Generator<PrintedTexts> {
  const { students, organizations, events, series, slips } = content;
  for (const { value, line } of students) yield { line, texts: namesOf(value) };
  for (const { value, line } of organizations) yield { line, texts: [value.name] };
  for (const { value, line } of [...events, ...series]) yield { line, texts: [value.title, value.location] };
  for (const { value, line } of slips) yield { line, texts: textsOf(value) };
}

const namesOf = ({ guardians = [], ...student }: StudentEntry): PrintedTexts['texts'] => [
  ...[student.first_name, student.middle_name, student.last_name],
  ...[student.preferred_name, student.preferred_last_name],
  ...guardians.flatMap((guardian: GuardianEntry) => [guardian.first_name, guardian.last_name]),
];

const textsOf = ({ title, statement, body, questions = [] }: SlipEntry): PrintedTexts['texts'] => [
  ...[title, statement, body && plainText(sanitizedRichText(body).html ?? '')],
  ...questions.flatMap(({ text, choices = [] }) => [text, ...choices]),
];
