import { type Messages, messages } from '../../../platform/messages/messages.js';
import type { Fact, SlipPage } from './slip-layout.js';
import { shortened } from '../../../platform/text/shortened.js';
import { pageFrameOf } from '../../../platform/typesetting/page-frame.js';
import { printable } from '../../../platform/typesetting/printable.js';
import { richTextBlocks } from './rich-text-blocks.js';
import { SchoolTimes } from './school-times.js';
import type {
  BlankSlipDocument,
  SlipEvent,
  SlipResponseDocument,
  SlipSchool,
  SlipStudent,
} from './slip-document.js';
import { templateWords } from './template-words.js';

export const LOGO = '/logo.png';

export type SlipDocument = SlipResponseDocument | BlankSlipDocument;

type Say = Messages['say'];

/** Texts and times in the language of the reader. */
export interface Wording {
  say: Say;
  times: SchoolTimes;
}

export function wordingOf({ school }: SlipDocument): Wording {
  return {
    say: messages(school.locale).say,
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
  const inLanguage = messages(school.locale);
  return {
    ...pageFrameOf(school),
    words: templateWords(inLanguage),
    logo: school.logoPng && LOGO,
    school: printable(school.name),
    title: printable(document.title),
    organization: organizationName === null ? null : printable(organizationName),
    facts: factsOf(document),
    body: richTextBlocks(document.bodyHtml, inLanguage.say('slips.image')),
    statement: statementOf(document, inLanguage.say),
    running: [
      printable(shortened(document.title, 70)),
      printable(shortened(document.students.map(({ name }) => name).join(', '), 50)),
    ],
    ...own,
  };
}

function statementOf({ statement }: SlipDocument, say: Say): SlipPage['statement'] {
  const version = say('slips.version', { version: statement.version });
  return { heading: `${say('slips.statement')}, ${version}`, text: printable(statement.text) };
}

function factsOf(document: SlipDocument): Fact[] {
  const { say, times } = wordingOf(document);
  const { students, event, school } = document;
  return [
    ...(students.length > 0 ? [studentsFact(students, say)] : []),
    ...(event ? eventFacts(event, school, say) : []),
    ...('closesAt' in document && document.closesAt
      ? [fact(say('slips.returnBy'), times.moment(document.closesAt))]
      : []),
  ];
}

function eventFacts({ title, time, timeZone, location }: SlipEvent, school: SlipSchool, say: Say): Fact[] {
  const times = new SchoolTimes({ ...school, timeZone });
  return [
    fact(say('slips.event'), title),
    facts(say('slips.when'), times.event(time)),
    ...(location ? [fact(say('slips.where'), location)] : []),
  ];
}

const studentsFact = (students: SlipStudent[], say: Say): Fact => ({
  label: say(students.length > 1 ? 'slips.students' : 'slips.student'),
  values: students.flatMap(({ name, graduationYear, legalName }) => [
    {
      ...printable(name),
      aside: graduationYear === null ? undefined : say('slips.classOf', { year: graduationYear }),
    },
    ...(!legalName ? [] : [{ ...printable(legalName), aside: say('slips.onRecord') }]),
  ]),
});
