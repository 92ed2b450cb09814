import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { ROSTER_STUDENTS, type RosterSearch, STUDENT_ORDER } from './roster-student.js';
import { Student } from './student.entity.js';

const answer = (conditions: string): string => `
  with found as materialized (
    select s.id, s.first_name, s.last_name, s.graduation_year
    from students s where s.school_id = $1 and s.archived_at is null ${conditions})
  select '{"students":' || coalesce(json_agg(item), '[]')::text || '}' as text
  from (${ROSTER_STUDENTS} order by ${STUDENT_ORDER}) item`;

export interface RosterFilter {
  search: RosterSearch | null;
  graduationYear: number | null;
}

/** Part of the roster as text that the database has written: one round trip, no entities. */
@Injectable()
export class RosterRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Planned for its own text, and it must be: the case of a long one would be folded once a row. */
  async find(member: Member, filter: RosterFilter): Promise<string> {
    const parameters: unknown[] = [member.schoolId];
    const text = answer(conditionsOf(member, filter, parameters));
    const [row] = await this.dataSource.query<[{ text: string }]>(text, parameters);
    return row.text;
  }
}

function conditionsOf(
  member: Member,
  { search, graduationYear }: RosterFilter,
  parameters: unknown[],
): string {
  const placeholder: Placeholder = (value) => `$${parameters.push(value)}`;
  const conditions: string[] = [];
  if (graduationYear !== null) conditions.push(`s.graduation_year = ${placeholder(graduationYear)}`);
  if (search) {
    const contains = containing(search, placeholder(search.text));
    const alternatives = [contains(`s.first_name || ' ' || s.last_name`)];
    if (search.year !== null) alternatives.push(`s.graduation_year = ${placeholder(search.year)}`);
    if (member.isAdmin) alternatives.push(parentMatches(search, contains, placeholder));
    conditions.push(`(${alternatives.join(' or ')})`);
  }
  return conditions.map((condition) => `and ${condition}`).join(' ');
}

type Contains = (text: string) => string;
/** Of a parameter of the statement. */
type Placeholder = (value: unknown) => string;

/** Substrings and not patterns: `%`, `_` and `\` in a search are data. Folding case is dear, and digits have none. */
const containing = ({ phoneDigits }: RosterSearch, part: string): Contains =>
  phoneDigits
    ? (text) => `strpos(${text}, ${part}::text collate "und-x-icu") > 0`
    : (text) => `strpos(lower(${text}), lower(${part}::text collate "und-x-icu")) > 0`;

/** Only for admins: a search must not tell a parent whose phone or email a piece of text belongs to. */
function parentMatches({ phoneDigits }: RosterSearch, contains: Contains, placeholder: Placeholder): string {
  const phone = phoneDigits ? hasDigits('g.phone', phoneDigits, placeholder) : contains('g.phone');
  const alternatives = [contains(`g.first_name || ' ' || g.last_name`), contains('g.email'), phone];
  return `s.id in (select g.student_id from guardians g where g.school_id = $1 and (${alternatives.join(' or ')}))`;
}

/** One after the other, whatever stands between them. Most phones are told apart without taking out what that is. */
const hasDigits = (phone: string, digits: string, placeholder: Placeholder): string =>
  `(${phone} like ${placeholder(`%${[...digits].join('%')}%`)}
    and strpos(regexp_replace(${phone}, '\\D', '', 'g'), ${placeholder(digits)}) > 0)`;

@Injectable()
export class StudentsRepository {
  constructor(private readonly dataSource: DataSource) {}

  isOnRosterOf(member: Member, studentId: string): Promise<boolean> {
    const where = { id: studentId, schoolId: member.schoolId, archivedAt: IsNull() };
    return this.dataSource.manager.existsBy(Student, where);
  }

  /** Archived or not; a second one is enough to know that the source's id is ambiguous. */
  async findIdsBySourceId(manager: EntityManager, schoolId: string, sourceId: string): Promise<string[]> {
    const found = await manager.find(Student, {
      where: { schoolId, sourceId },
      select: { id: true },
      take: 2,
    });
    return found.map(({ id }) => id);
  }
}
