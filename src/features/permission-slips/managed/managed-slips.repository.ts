import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Member } from '../../../platform/auth/caller.js';
import type { WriteContext } from '../../../platform/auth/write-context.js';
import { utcText } from '../../../platform/database/utc-text.js';
import { unprintableIn } from '../../../platform/typesetting/unprintable.js';
import { type AnsweredState, answeredState, isManageable } from '../../../policy/answered-item.js';
import {
  type AudienceViewer,
  isAddressedToEach,
  VIEWER,
  viewerParameters,
} from '../../../policy/audience.js';
import { isRestrictedStudent } from '../../../policy/guardian-restriction.js';
import { fullName, inNameOrder, nameSortKey, schoolLocale } from '../../../policy/name-order.js';
import { isSlipDue } from '../../../policy/slip-todo.js';
import { concernsStudent, studentState } from '../../../policy/slip-visibility.js';
import { attachmentsOf, authorProjection } from '../../publishing/item-projection.js';
import { audienceColumns, managedItems, withAudience } from '../../publishing/managed-items.js';
import {
  slipDetail,
  type SlipDetailRow,
  slipTotals,
  toSlipDetail,
  WITH_MINE,
} from '../permission-slips.sql.js';
import { type ResponseRow, responsesProjection, toResponse } from '../responses/slip-responses.sql.js';
import type { ManagedSlip, ManagedSlipDetail, ManagedSlipResponse } from './managed-slip.dto.js';
import { type PrintedBeside, printedTexts } from './printed-texts.js';
import { type StudentRow, withResponses } from './student-states.js';

/** Closed once it has closed, or is gone. */
const stateOf = (slip: string): string =>
  answeredState(slip, VIEWER.now, `least(${slip}.closes_at, ${slip}.visible_until)`);

/** Students are counted once for each audience, whatever the number of slips that ask about them. */
const withStudents = (wanted: string): string => `${wanted},
  pupils as materialized (
    select asked.audience_type, asked.audience_years, asked.audience_organization_ids, count(s.id)::int as students
    from (select distinct audience_type, audience_years, audience_organization_ids from wanted) asked
    left join students s on s.school_id = $1 and s.archived_at is null and ${concernsStudent('asked', 's')}
      and not ${isRestrictedStudent('s', VIEWER)}
    group by asked.audience_type, asked.audience_years, asked.audience_organization_ids)`;

const MANAGED_COLUMNS = `
  ${slipDetail(slipTotals('pupils.students'))}, ${stateOf('p')} as state, ${audienceColumns('p')},
  ${utcText('p.deleted_at')} as deleted_at`;

const FROM_WANTED = `
  from wanted p
  ${withAudience('p')}
  join pupils on pupils.audience_type = p.audience_type and pupils.audience_years = p.audience_years
    and pupils.audience_organization_ids = p.audience_organization_ids
  ${WITH_MINE}`;

/** $5, after the viewer's parameters: the state, or null for all that were not deleted. */
const IS_IN_STATE = `case when $5::text is null then item.deleted_at is null else ${stateOf('item')} = $5 end`;

const FIND_MANAGED_SLIPS = `
  ${withStudents(managedItems('permission_slips', IS_IN_STATE))}
  select ${MANAGED_COLUMNS}, ${schoolLocale('$1')} as locale ${FROM_WANTED} order by p.created_at desc, p.id`;

const PRINTED_BESIDE = `json_build_object('eventTitle', e.title, 'eventLocation', e.location,
  'schoolName', (select home.name from schools home where home.id = p.school_id))`;

/** $5, after the viewer's parameters. */
const FIND_MANAGED_SLIP = `
  ${withStudents(managedItems('permission_slips', 'item.id = $5::uuid'))}
  select ${MANAGED_COLUMNS}, ${PRINTED_BESIDE} as beside, ${schoolLocale('$1')} as locale ${FROM_WANTED}`;

/** $5, after the viewer's parameters: those whom the slip is addressed to, and those for whom somebody has answered. */
const FIND_STUDENTS = `
  select s.id as student_id, ${fullName('s')} as name, ${nameSortKey('s')} as sort_key, s.graduation_year,
    ${studentState('p', 's')} as state
  from permission_slips p join students s on s.school_id = p.school_id and s.archived_at is null
  where p.school_id = $1 and p.id = $5 and ${isManageable('p', VIEWER)} and not ${isRestrictedStudent('s', VIEWER)}
    and (${concernsStudent('p', 's')} or exists (
    select from permission_slip_response_students rs
    where rs.school_id = p.school_id and rs.slip_id = p.id and rs.student_id = s.id and rs.is_current))`;

const PAPER = `
  case when r.signed_on is not null then json_build_object('signed_on', r.signed_on,
    'recorded_by_name', (select recorder.name from (
      ${authorProjection('r.school_id', 'r.recorded_by_membership_id')}) recorder), 'scan', ${attachmentsOf('r', 'slip_response')} -> 0) end`;

const FIND_RESPONSES = responsesProjection(
  `r.school_id = $1 and r.slip_id = $5 and ${isManageable('slip', VIEWER)}`,
  { more: `about.student_ids, ${PAPER} as paper` },
);

const EACH_MEMBER: AudienceViewer = {
  school: 'p.school_id',
  membership: 'm.id',
  admin: `(m.role <> 'parent')`,
  now: '$3',
};

/** Members who owe an answer. */
const COUNT_OWING = `
  select count(*)::int as members from permission_slips p
  join memberships m on m.school_id = p.school_id and m.deactivated_at is null
  where p.school_id = $1 and p.id = $2 and ${isAddressedToEach('p', EACH_MEMBER)} and ${isSlipDue('p', EACH_MEMBER)}`;

type ManagedRow = SlipDetailRow & Omit<ManagedSlip, keyof SlipDetailRow>;
type ManagedResponseRow = ResponseRow & { student_ids: string[] | null; paper: ManagedSlipResponse['paper'] };

@Injectable()
export class ManagedSlipsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async findAll(member: Member, state: AnsweredState | null, now: Date): Promise<ManagedSlip[]> {
    const parameters = [...viewerParameters(member, now), state];
    const rows = await this.dataSource.query<ManagedRow[]>(FIND_MANAGED_SLIPS, parameters);
    return rows.map((row) => toSlipDetail(row) as ManagedSlip);
  }

  /** Null where the caller does not manage it. */
  async findOne(
    member: Member,
    slipId: string,
    now: Date,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<ManagedSlipDetail | null> {
    const parameters = [...viewerParameters(member, now), slipId];
    const [found] = await manager.query<(ManagedRow & { beside: PrintedBeside })[]>(
      FIND_MANAGED_SLIP,
      parameters,
    );
    if (!found) return null;
    const { beside, ...row } = found;
    const slip = toSlipDetail(row) as ManagedSlip;
    const students = await manager.query<StudentRow[]>(FIND_STUDENTS, parameters);
    const responses = await manager.query<ManagedResponseRow[]>(FIND_RESPONSES, parameters);
    const ordered = inNameOrder(students, row.locale);
    return {
      ...slip,
      students: withResponses(ordered, responses.map(toManaged)),
      unprintable: await unprintableIn(printedTexts(slip, beside)),
    };
  }

  /** IANA name. */
  async findTimeZone({ schoolId }: Member): Promise<string> {
    const [row] = await this.dataSource.query<[{ timeZone: string }]>(
      `select time_zone as "timeZone" from schools where id = $1`,
      [schoolId],
    );
    return row.timeZone;
  }

  async countOwing({ manager, member, now }: WriteContext, slipId: string): Promise<number> {
    const [{ members }] = await manager.query<[{ members: number }]>(COUNT_OWING, [
      member.schoolId,
      slipId,
      now,
    ]);
    return members;
  }
}

const toManaged = ({ student_ids: studentIds, ...row }: ManagedResponseRow) => ({
  studentIds: studentIds ?? [],
  response: toResponse(row) as ManagedSlipResponse,
});
