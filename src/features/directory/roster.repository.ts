import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Member } from '../../access/caller.js';
import { addressVisible, contactVisible, type Viewer } from '../../access/privacy-mask.js';
import type { RosterSearch } from './roster-search.js';

const VIEWER: Viewer = { membership: '$2', admin: '$3' };
const GUARDIAN_ORDER = 'g.is_primary desc, g.last_name, g.first_name, g.id';
const STUDENT_ORDER = 's.last_name, s.first_name, s.id';

const STUDENT = `s.id, s.first_name, s.last_name, s.first_name || ' ' || s.last_name as name, s.graduation_year`;
const GUARDIAN_NAME = `trim(g.first_name || ' ' || g.last_name)`;

/** One aggregate over the school's guardians, joined by hash: no look-up a student. */
const guardians = (members: string): string => `
  left join (
    select g.student_id, json_agg(json_build_object(${members}) order by ${GUARDIAN_ORDER}) as list
    from guardians g where g.school_id = $1 group by g.student_id
  ) family on family.student_id = s.id`;

const answer = (select: string): string =>
  `select '{"students":' || coalesce(json_agg(roster), '[]')::text || '}' as text from (${select}) roster`;

const ROSTER = `
  select ${STUDENT}, coalesce(family.list, '[]') as guardians
  from students s ${guardians(`'name', ${GUARDIAN_NAME}, 'relation', g.relation`)}
  where s.school_id = $1 and s.archived_at is null`;

const FULL_ROSTER = answer(`
  select ${STUDENT},
    case when ${addressVisible('s', VIEWER)} then s.latitude end as latitude,
    case when ${addressVisible('s', VIEWER)} then s.longitude end as longitude,
    n.body as note, coalesce(family.list, '[]') as guardians
  from students s ${guardians(`'id', g.id, 'membership_id', g.membership_id, 'name', ${GUARDIAN_NAME},
    'relation', g.relation,
    'email', case when ${contactVisible('g', VIEWER)} then g.email end,
    'phone', case when ${contactVisible('g', VIEWER)} then g.phone end`)}
  left join notes n on n.student_id = s.id and n.author_membership_id = $2
  where s.school_id = $1 and s.archived_at is null
  order by ${STUDENT_ORDER}`);

/** Substrings and not patterns: `%`, `_` and `\` in a search are data. */
const contains = (text: string, part: string): string => `strpos(lower(${text}), ${part}) > 0`;

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
    return this.text(answer(`${ROSTER} ${conditions} order by ${STUDENT_ORDER}`), parameters);
  }

  async findFull(member: Member): Promise<string> {
    return this.text(FULL_ROSTER, [member.schoolId, member.membershipId, member.isAdmin]);
  }

  private async text(sql: string, parameters: unknown[]): Promise<string> {
    const [row] = await this.dataSource.query<[{ text: string }]>(sql, parameters);
    return row.text;
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
    const text = `lower(${placeholder(search.text)}::text collate "und-x-icu")`;
    const alternatives = [contains(`s.first_name || ' ' || s.last_name`, text)];
    if (search.year !== null) alternatives.push(`s.graduation_year = ${placeholder(search.year)}`);
    if (member.isAdmin) alternatives.push(parentMatches(search, text, placeholder));
    conditions.push(`(${alternatives.join(' or ')})`);
  }
  return conditions.map((condition) => `and ${condition}`).join(' ');
}

/** Only for admins: a search must not tell a parent whose phone or email a piece of text belongs to. */
function parentMatches(search: RosterSearch, text: string, placeholder: (value: unknown) => string): string {
  const alternatives = [
    contains(`g.first_name || ' ' || g.last_name`, text),
    contains(`g.email collate "und-x-icu"`, text),
    contains(`g.phone collate "und-x-icu"`, text),
  ];
  if (search.phoneDigits) {
    alternatives.push(
      `strpos(regexp_replace(g.phone, '\\D', '', 'g'), ${placeholder(search.phoneDigits)}) > 0`,
    );
  }
  return `s.id in (select g.student_id from guardians g where g.school_id = $1 and (${alternatives.join(' or ')}))`;
}
