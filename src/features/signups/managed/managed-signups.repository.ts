import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Member } from '../../../platform/auth/caller.js';
import { utcText } from '../../../platform/database/utc-text.js';
import { type AnsweredState, answeredState, isManageable } from '../../../policy/answered-item.js';
import { VIEWER, viewerParameters } from '../../../policy/audience.js';
import { isRestrictedStudentId } from '../../../policy/guardian-restriction.js';
import { memberContact } from '../../../policy/member-contact.js';
import { fullName } from '../../../policy/name-order.js';
import { contactVisible, READER } from '../../../policy/privacy-mask.js';
import { audienceColumns, managedItems, withAudience } from '../../publishing/managed-items.js';
import type { StoredAnswer } from '../../questions/stored-answers.js';
import type { ActiveStatus } from '../claim-terms.js';
import { CLAIM, SIGNUP_COUNTS, SIGNUP_DETAIL } from '../signups.sql.js';
import type { ManagedSignup } from './managed-signup.dto.js';

/** Closed once it has closed, or is gone. */
const stateOf = (signup: string): string =>
  answeredState(signup, VIEWER.now, `least(${signup}.closes_at, ${signup}.visible_until)`);

const managedColumns = (claims: string): string => `
  ${SIGNUP_DETAIL}, ${stateOf('s')} as state,
  ${audienceColumns('s')}, ${claims} as claims, ${utcText('s.deleted_at')} as deleted_at`;

const FROM_WANTED = `
  from wanted s
  ${withAudience('s')}
  ${SIGNUP_COUNTS}`;

const isContactVisible = contactVisible('person', READER);

/** To be joined to a row `c` of `signup_claims`. */
const WITH_PERSON = `
  join signup_items i on i.school_id = c.school_id and i.id = c.item_id
  join memberships m on m.school_id = c.school_id and m.id = c.membership_id
  join users u on u.id = m.user_id ${memberContact('null')}`;

/** Claims for a student from whom the manager is kept apart are not shown. */
const IS_VISIBLE = `c.status <> 'withdrawn'
    and (c.membership_id = ${VIEWER.membership}::uuid or not ${isRestrictedStudentId('c.student_id', VIEWER)})`;

const IN_ORDER = 'i.position, i.id, c.status, c.queued_at, c.id';

const CLAIMS = `
  select coalesce(json_agg(claim), '[]') from (
    select ${CLAIM}, c.membership_id, ${fullName('person')} as name,
      case when ${isContactVisible} then person.email end as email,
      case when ${isContactVisible} then person.phone end as phone
    from signup_claims c ${WITH_PERSON}
    where c.school_id = s.school_id and c.signup_id = s.id and ${IS_VISIBLE}
    order by ${IN_ORDER}) claim`;

/** $5, after the viewer's parameters: the state, or null for all that were not deleted. */
const FIND_MANAGED_SIGNUPS = `
  ${managedItems('signups', `case when $5::text is null then item.deleted_at is null else ${stateOf('item')} = $5 end`)}
  select '{"signups":' || coalesce(json_agg(signup), '[]')::text || '}' as text from (
    select ${managedColumns('null::json')} ${FROM_WANTED} order by s.created_at desc, s.id) signup`;

/** $5, after the viewer's parameters. */
const FIND_MANAGED_SIGNUP = `
  ${managedItems('signups', 'item.id = $5::uuid')}
  select ${managedColumns(`(${CLAIMS})`)} ${FROM_WANTED}`;

/** $5, after the viewer's parameters. */
const FIND_CLAIM_ROWS = `
  select i.title as item, to_char(i.starts_at at time zone school.time_zone, 'YYYY-MM-DD HH24:MI') as starts_at,
    ${fullName('person')} as name, case when ${isContactVisible} then person.email end as email,
    case when ${isContactVisible} then person.phone end as phone,
    ${fullName('pupil')} as student, c.quantity, c.status, c.comment, c.answers,
    to_char(c.created_at at time zone school.time_zone, 'YYYY-MM-DD HH24:MI') as claimed_at
  from signups s
  join schools school on school.id = s.school_id
  join signup_claims c on c.school_id = s.school_id and c.signup_id = s.id and ${IS_VISIBLE}
  ${WITH_PERSON}
  left join students pupil on pupil.school_id = c.school_id and pupil.id = c.student_id
  where s.school_id = $1 and s.id = $5 and ${isManageable('s', VIEWER)}
  order by ${IN_ORDER}`;

/** A claim, for a spreadsheet. Times are at the school, `YYYY-MM-DD HH:MM`. */
export interface ClaimRow {
  item: string;
  starts_at: string | null;
  name: string;
  email: string | null;
  phone: string | null;
  student: string | null;
  quantity: number;
  status: ActiveStatus;
  comment: string | null;
  answers: StoredAnswer[];
  claimed_at: string;
}

@Injectable()
export class ManagedSignupsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The sign-ups as the text of the answer, which the database has written. */
  async findAll(member: Member, state: AnsweredState | null, now: Date): Promise<string> {
    const parameters = [...viewerParameters(member, now), state];
    const [row] = await this.dataSource.query<{ text: string }[]>(FIND_MANAGED_SIGNUPS, parameters);
    return row!.text;
  }

  /** Null where the caller does not manage it. */
  async findOne(
    member: Member,
    signupId: string,
    now: Date,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<ManagedSignup | null> {
    const parameters = [...viewerParameters(member, now), signupId];
    const [row] = await manager.query<ManagedSignup[]>(FIND_MANAGED_SIGNUP, parameters);
    return row ?? null;
  }

  /** In the order of the items; withdrawn claims are left out. */
  async findClaims(member: Member, signupId: string, now: Date): Promise<ClaimRow[]> {
    const parameters = [...viewerParameters(member, now), signupId];
    const rows = await this.dataSource.query<ClaimRow[]>(FIND_CLAIM_ROWS, parameters);
    return rows;
  }
}
