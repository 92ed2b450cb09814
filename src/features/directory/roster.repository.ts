import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { callingCode } from '../../platform/text/phone.js';
import { legalNameVisible, type Viewer } from '../../policy/privacy-mask.js';
import { inNameOrder, schoolLocale } from '../../policy/name-order.js';
import { phoneBeginnings, ROSTER_STUDENTS, type RosterSearch } from './roster-student.js';
import type { RosterStudent } from './roster.dto.js';
import { Student } from './student.entity.js';

const answer = (conditions: string): string => `
  with found as materialized (
    select s.id, s.first_name, s.last_name, s.graduation_year
    from students s where s.school_id = $1 and s.archived_at is null ${conditions})
  select coalesce((select json_agg(item) from (${ROSTER_STUDENTS}) item), '[]') as students, ${schoolLocale('$1')} as locale`;

export interface RosterFilter {
  search: RosterSearch | null;
  graduationYear: number | null;
}

/** A part of the roster: one round trip, and another one for a phone. */
@Injectable()
export class RosterRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Planned for its own values: what somebody looks for is brought into the form of the keys once, and not for each row. */
  async find(member: Member, filter: RosterFilter): Promise<string> {
    const parameters: unknown[] = [member.schoolId];
    const code = member.isAdmin && filter.search?.phone ? await this.callingCode(member) : null;
    const text = answer(conditionsOf(member, filter, code, parameters));
    const [row] = await this.dataSource.query<[FoundStudents]>(text, parameters);
    return JSON.stringify({ students: inNameOrder(row.students, row.locale) });
  }

  private async callingCode({ schoolId }: Member): Promise<string> {
    const [school] = await this.dataSource.query<[{ country: string }]>(
      'select country from schools where id = $1',
      [schoolId],
    );
    return callingCode(school.country);
  }
}

interface FoundStudents {
  students: RosterStudent[];
  locale: string;
}

function conditionsOf(
  member: Member,
  { search, graduationYear }: RosterFilter,
  code: string | null,
  parameters: unknown[],
): string {
  const placeholder: Placeholder = (value) => `$${parameters.push(value)}`;
  const conditions: string[] = [];
  if (graduationYear !== null) conditions.push(`s.graduation_year = ${placeholder(graduationYear)}`);
  if (search) {
    const pieces = `${placeholder(search.pieces)}::text[]`;
    // Nobody is found by what nothing is left of.
    conditions.push(`exists (select from unnest(${pieces}) piece where name_key(piece) <> '')`);
    // `coalesce`: whoever plans for a handful, where much of the school is found, goes through its guardians for each of them.
    const matches: Matches = (key) =>
      `coalesce(${key} like all (array(select '%' || name_key(piece) || '%' from unnest(${pieces}) piece)), false)`;
    const alternatives = [matches(namesOf(member, placeholder))];
    if (search.year !== null) alternatives.push(`s.graduation_year = ${placeholder(search.year)}`);
    if (member.isAdmin) alternatives.push(parentMatches(search, code, matches, placeholder));
    conditions.push(`(${alternatives.join(' or ')})`);
  }
  return conditions.map((condition) => `and ${condition}`).join(' ');
}

/** In a key there is no `%`, `_` or `\`. */
type Matches = (key: string) => string;
/** Of a parameter of the statement. */
type Placeholder = (value: unknown) => string;

/** The names in the records are found by whom they are shown to. */
function namesOf(member: Member, placeholder: Placeholder): string {
  const viewer: Viewer = {
    school: '$1',
    membership: placeholder(member.membershipId),
    admin: member.isAdmin ? 'true' : 'false',
  };
  return `case when s.legal_key is not null and ${legalNameVisible('s', viewer)}
    then s.name_key || ' ' || s.legal_key else s.name_key end`;
}

/** Only for admins: a search must not tell a parent whose phone or email a piece of text belongs to. */
function parentMatches(
  { text, phone }: RosterSearch,
  code: string | null,
  matches: Matches,
  placeholder: Placeholder,
): string {
  const whole = placeholder(text);
  const contains = (column: string): string =>
    `strpos(lower(${column}), lower(${whole}::text collate "und-x-icu")) > 0`;
  const alternatives = [matches('g.name_key'), contains('g.email')];
  if (phone === null || code === null) alternatives.push(contains('g.phone'));
  else {
    const beginnings = placeholder(phoneBeginnings(phone, code).map((beginning) => `${beginning}%`));
    alternatives.push(`g.phone_key like any (${beginnings}::text[])`);
    if (!phone.startsWith('+')) alternatives.push(`strpos(g.phone_key, ${placeholder(phone)}) > 0`);
  }
  return `s.id in (select g.student_id from guardians g where g.school_id = $1 and (${alternatives.join(' or ')}))`;
}

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
