import { fontFamilies } from '../../../platform/fonts/installed-fonts.js';
import { type Fact, paperOf, type SlipPage } from './slip-layout.js';
import { shortened } from '../../../platform/text/shortened.js';
import { printable } from './printable.js';
import { richTextBlocks } from './rich-text-blocks.js';
import { SchoolTimes } from './school-times.js';
import type {
  BlankSlipDocument,
  SlipEvent,
  SlipResponseDocument,
  SlipSchool,
  SlipStudent,
} from './slip-document.js';
import { filled, slipMessages, type SlipMessages } from './slip-messages.js';

/** Scripts that run from right to left (BCP 47 script subtags). */
const RTL_SCRIPTS = new Set(['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Rohg']);

export const LOGO = '/logo.png';

export type SlipDocument = SlipResponseDocument | BlankSlipDocument;

/** Texts and times in the language of the reader. */
export interface Wording {
  words: SlipMessages;
  times: SchoolTimes;
}

export function wordingOf({ school }: SlipDocument): Wording {
  return {
    words: slipMessages(new Intl.Locale(school.locale).language).words,
    times: new SchoolTimes(school),
  };
}

export const fact = (label: string, value: string, aside?: string): Fact => ({
  label,
  values: [{ ...printable(value), aside }],
});

export const facts = (label: string, values: string[]): Fact => ({
  label,
  values: values.map((value) => printable(value)),
});

/** @param own what only this kind of document says */
export function slipPage<Own>(
  document: SlipDocument,
  own: Own & Pick<SlipPage, 'kind' | 'footer'>,
): SlipPage & Own {
  const { school, organizationName } = document;
  const { language, region, script } = new Intl.Locale(school.locale).maximize();
  const wording = slipMessages(language);
  return {
    language: language.length > 3 ? 'und' : language,
    region: region && /^[A-Z]{2}$/.test(region) ? region : null,
    dir: RTL_SCRIPTS.has(script ?? '') ? 'rtl' : 'ltr',
    messagesLanguage: wording.language,
    words: wording.words,
    families: fontFamilies(language),
    paper: paperOf(school.country),
    logo: school.logoPng && LOGO,
    school: printable(school.name),
    title: printable(document.title),
    organization: organizationName === null ? null : printable(organizationName),
    facts: factsOf(document),
    body: richTextBlocks(document.bodyHtml, wording.words.image),
    statement: statementOf(document, wording.words),
    running: [
      printable(shortened(document.title, 70)),
      printable(shortened(document.students.map(({ name }) => name).join(', '), 50)),
    ],
    ...own,
  };
}

function statementOf({ statement }: SlipDocument, words: SlipMessages): SlipPage['statement'] {
  const version = filled(words.version, { version: statement.version });
  return { heading: `${words.statement}, ${version}`, text: printable(statement.text) };
}

function factsOf(document: SlipDocument): Fact[] {
  const { words, times } = wordingOf(document);
  const { students, event, school } = document;
  return [
    ...(students.length > 0 ? [studentsFact(students, words)] : []),
    ...(event ? eventFacts(event, school, words) : []),
    ...('closesAt' in document && document.closesAt
      ? [fact(words.returnBy, times.moment(document.closesAt))]
      : []),
  ];
}

function eventFacts(
  { title, time, timeZone, location }: SlipEvent,
  school: SlipSchool,
  words: SlipMessages,
): Fact[] {
  const times = new SchoolTimes({ ...school, timeZone });
  return [
    fact(words.event, title),
    facts(words.when, times.event(time)),
    ...(location ? [fact(words.where, location)] : []),
  ];
}

const studentsFact = (students: SlipStudent[], words: SlipMessages): Fact => ({
  label: students.length > 1 ? words.students : words.student,
  values: students.flatMap(({ name, graduationYear, legalName }) => [
    {
      ...printable(name),
      aside: graduationYear === null ? undefined : filled(words.classOf, { year: graduationYear }),
    },
    ...(!legalName ? [] : [{ ...printable(legalName), aside: words.onRecord }]),
  ]),
});
