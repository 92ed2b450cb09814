import { messages, type PlainMessageKey } from '../../../platform/messages/messages.js';
import { type PageFrame, pageFrameOf } from '../../../platform/typesetting/page-frame.js';
import { type Printable, printable } from '../../../platform/typesetting/printable.js';
import type { ClassList, ListedStudent } from './class-list.js';

/** What a list is for: one with contacts is not for everybody's eyes. */
export const CLASS_LIST_USES = ['trip', 'wall'] as const;
export type ClassListUse = (typeof CLASS_LIST_USES)[number];

interface ListedRow {
  name: Printable;
  grade: Printable;
  guardians: { name: Printable; phone: Printable | null }[];
}

/** What `class-list.typ` sets. */
export interface ClassListPage extends PageFrame {
  words: Record<'kind' | 'student' | 'grade' | 'guardians' | 'note' | 'empty' | 'page', string>;
  school: Printable;
  title: Printable;
  footer: string;
  /** True for a list with guardians and their phones. */
  hasContacts: boolean;
  students: ListedRow[];
}

const KINDS: Record<ClassListUse, PlainMessageKey> = { trip: 'classLists.trip', wall: 'classLists.wall' };

/** @param on the day of the list */
export function classListPage(
  { name, school, students }: ClassList,
  use: ClassListUse,
  on: Date,
): ClassListPage {
  const { say } = messages(school.locale);
  const day = new Intl.DateTimeFormat(school.locale, { dateStyle: 'long', timeZone: school.timeZone });
  return {
    ...pageFrameOf(school),
    words: {
      kind: say(KINDS[use]),
      student: say('classLists.student'),
      grade: say('classLists.grade'),
      guardians: say('classLists.guardians'),
      note: say('classLists.note'),
      empty: say('classLists.empty'),
      page: say('slips.template.page', { page: '{page}', pages: '{pages}' }),
    },
    school: printable(school.name),
    title: printable(name),
    footer: day.format(on),
    hasContacts: use === 'trip',
    students: students.map((student) => rowOf(student, use)),
  };
}

const rowOf = ({ name, grade, guardians }: ListedStudent, use: ClassListUse): ListedRow => ({
  name: printable(name),
  grade: printable(grade ?? ''),
  guardians:
    use === 'wall'
      ? []
      : guardians.map((guardian) => ({
          name: printable(guardian.name),
          phone: guardian.phone === null ? null : printable(guardian.phone),
        })),
});
