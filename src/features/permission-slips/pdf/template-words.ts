import type { Messages } from '../../../platform/messages/messages.js';

/** Words that `slip.typ` sets by itself, by their names there (`w.details`). */
export const TEMPLATE_WORDS = [
  'page',
  'details',
  'questions',
  'blankQuestions',
  'question',
  'answer',
  'note',
  'earlier',
  'revision',
  'date',
  'decision',
  'signer',
  'grant',
  'decline',
  'fillName',
  'relation',
  'fillSignature',
] as const;
export type TemplateWord = (typeof TEMPLATE_WORDS)[number];

/** The numbers of pages are known to the template alone, which puts them in. */
const textOf = (say: Messages['say'], word: TemplateWord): string =>
  word === 'page'
    ? say('slips.template.page', { page: '{page}', pages: '{pages}' })
    : say(`slips.template.${word}`);

export const templateWords = ({ say }: Messages): Record<TemplateWord, string> =>
  Object.fromEntries(TEMPLATE_WORDS.map((word) => [word, textOf(say, word)])) as Record<TemplateWord, string>;
