import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Member } from '../../access/caller.js';
import { addressVisible, contactVisible, type Viewer } from '../../access/privacy-mask.js';
import { queryPrepared } from '../../database/prepared-statement.js';
import {
  GUARDIAN_COLUMNS,
  ROSTER_STUDENTS,
  STUDENT_COLUMNS,
  STUDENT_ORDER,
  families,
} from './roster-student.js';
import type { RosterSearch } from './roster-search.js';

const VIEWER: Viewer = { membership: '$2', admin: '$3' };

const answer = (select: string, conditions = ''): string => `
  with found as materialized (
    select s.id, s.first_name, s.last_name, s.graduation_year, s.latitude, s.longitude, s.address_visible
    from students s where s.school_id = $1 and s.archived_at is null ${conditions})
  select '{"students":' || coalesce(json_agg(item), '[]')::text || '}' as text
  from (${select} order by ${STUDENT_ORDER}) item`;

const FULL_ROSTER = `
  select ${STUDENT_COLUMNS},
    case when ${addressVisible('s', VIEWER)} then s.latitude end as latitude,
    case when ${addressVisible('s', VIEWER)} then s.longitude end as longitude,
    n.body as note, coalesce(family.list, '[]') as guardians
  from found s ${families(`g.id, g.membership_id, ${GUARDIAN_COLUMNS},
    case when ${contactVisible('g', VIEWER)} then g.email end as email,
    case when ${contactVisible('g', VIEWER)} then g.phone end as phone`)}
  left join notes n on n.student_id = s.id and n.author_membership_id = $2`;

interface TextRow {
  text: string;
}

export interface RosterFilter {
  search: RosterSearch | null;
  graduationYear: number | null;
}

/** The roster as text that the database has written: one round trip, no entities. */
@Injectable()
export class RosterRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(member: Member, filter: RosterFilter): Promise<string> {
    const parameters: unknown[] = [member.schoolId];
    const conditions = conditionsOf(member, filter, parameters);
    // A search is planned for its own text, and must be: the case of a long one would be folded once a row.
    const [row] = conditions
      ? await this.dataSource.query<TextRow[]>(answer(ROSTER_STUDENTS, conditions), parameters)
      : await queryPrepared<TextRow>(this.dataSource, answer(ROSTER_STUDENTS), parameters);
    return row!.text;
  }

  async findFull(member: Member): Promise<string> {
    const parameters = [member.schoolId, member.membershipId, member.isAdmin];
    const [row] = await queryPrepared<TextRow>(this.dataSource, answer(FULL_ROSTER), parameters);
    return row!.text;
  }
}

function conditionsOf(
  member: Member,
  { search, graduationYear }: RosterFilter,
  parameters: unknown[],
): string {
  const placeholder = (value: unknown): string => `$${parameters.push(value)}`;
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

/** Substrings and not patterns: `%`, `_` and `\` in a search are data. Folding case is dear, and digits have none. */
const containing = ({ phoneDigits }: RosterSearch, part: string): Contains =>
  phoneDigits
    ? (text) => `strpos(${text}, ${part}::text collate "und-x-icu") > 0`
    : (text) => `strpos(lower(${text}), lower(${part}::text collate "und-x-icu")) > 0`;

/** Only for admins: a search must not tell a parent whose phone or email a piece of text belongs to. */
function parentMatches(
  { phoneDigits }: RosterSearch,
  contains: Contains,
  placeholder: (value: unknown) => string,
): string {
  const phone = phoneDigits
    ? `strpos(regexp_replace(g.phone, '\\D', '', 'g'), ${placeholder(phoneDigits)}) > 0`
    : contains('g.phone');
  const alternatives = [contains(`g.first_name || ' ' || g.last_name`), contains('g.email'), phone];
  return `s.id in (select g.student_id from guardians g where g.school_id = $1 and (${alternatives.join(' or ')}))`;
}
