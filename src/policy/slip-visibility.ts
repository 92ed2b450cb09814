import { isManageable, isOpened } from './answered-item.js';
import { type AudienceViewer, isAddressedTo, VIEWER } from './audience.js';
import type { OrganizationViewer } from './organization-access.js';

/** True for a row of `permission_slips` from opens_at until visible_until (contract section 2). */
export const isSlipPublished = (slip: string, now: string): string =>
  `(${isOpened(slip, now)} and coalesce(${slip}.visible_until > ${now}::timestamptz, true))`;

/** True for a slip that a request may be about: published, whoever it is addressed to. */
export const isSlipReachable = (slip: string, { now }: AudienceViewer): string => isSlipPublished(slip, now);

/** True for a row of `permission_slips` from its closes_at on. */
export const isSlipClosed = (slip: string, now: string): string =>
  `coalesce(${slip}.closes_at <= ${now}::timestamptz, false)`;

/** True when the slip that was read takes no more answers. */
export const hasSlipClosed = ({ closesAt }: { closesAt: Date | null }, now: Date): boolean =>
  closesAt !== null && closesAt <= now;

/** True for a slip that the caller may read by its id: published and addressed to them, admins included. */
export const isSlipListed = (slip: string, viewer: AudienceViewer): string =>
  `(${slip}.school_id = ${viewer.school} and ${isSlipPublished(slip, viewer.now)} and ${isAddressedTo(slip, viewer)})`;

/** True for a slip that the caller may read, as one whom it is addressed to or as its manager. */
export const isSlipVisible = (slip: string, viewer: AudienceViewer): string =>
  `(${isSlipListed(slip, viewer)} or ${slip}.school_id = ${viewer.school} and ${isManageable(slip, viewer)})`;

/** True for a student on the roster of one of the organizations that the slip is addressed to. */
export const isOnRosterOf = (slip: string, student: string): string =>
  `exists (select from organization_students enrolled
    join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
      and own.archived_at is null
    where enrolled.school_id = ${student}.school_id and enrolled.student_id = ${student}.id and own.id = any (${slip}.audience_organization_ids))`;

/** True for a student whom the slip is addressed to; one for admins asks for the students of admins. */
export const concernsStudent = (slip: string, student: string): string => `
  case ${slip}.audience_type when 'school' then true
    when 'graduation_years' then ${student}.graduation_year = any (${slip}.audience_years)
    when 'organizations' then ${isOnRosterOf(slip, student)}
    else exists (select from family_guardians kin
      join memberships m on m.school_id = kin.school_id and m.id = kin.membership_id and m.deactivated_at is null
      where kin.school_id = ${student}.school_id and kin.student_id = ${student}.id and m.role <> 'parent') end`;

/**
 * True for a student of the caller's for whom the slip asks: of the years, or on the rosters, that it is addressed to. A caller who
 * leads an organization, or is on its roster as a parent, without a child in it, is asked for all of their students.
 */
const isRequestedFor = (slip: string, student: string, { school, membership }: OrganizationViewer): string =>
  `case ${slip}.audience_type
    when 'graduation_years' then ${student}.graduation_year = any (${slip}.audience_years)
    when 'organizations' then ${isOnRosterOf(slip, student)} or not exists (
      select from family_guardians kin
      join students sibling on sibling.school_id = kin.school_id and sibling.id = kin.student_id
        and sibling.archived_at is null
      where kin.school_id = ${school}::uuid and kin.membership_id = ${membership}::uuid and ${isOnRosterOf(slip, 'sibling')})
    else true end`;

/** SQL after `from`: the caller's students for whom the slip asks, as `s`, and the guardian records that link them, as `g`. */
export const fromRequestedStudents = (slip: string, viewer: OrganizationViewer = VIEWER): string => `
  family_guardians g join students s on g.school_id = ${slip}.school_id and s.school_id = g.school_id
    and s.id = g.student_id and s.archived_at is null
    and g.membership_id = ${viewer.membership}::uuid and ${isRequestedFor(slip, 's', viewer)}`;

/**
 * SQL for the state of a student: `granted` once as many have signed as have to.
 * @param isEnough SQL of the answers `rs` with `r`: they are enough with fewer signatures
 */
export const studentState = (slip: string, student: string, isEnough = 'false'): string => `
  (select case when bool_or(rs.is_current and r.decision = 'declined') then 'declined'
      when count(*) filter (where rs.is_current) >= case when ${slip}.second_guardian_required
        and not ${isEnough} then 2 else 1 end then 'granted'
      when (array_agg(r.state order by coalesce(r.ended_at, r.created_at) desc, r.revision desc))[1] = 'withdrawn'
        then 'withdrawn'
      else 'needed' end
    from permission_slip_response_students rs
    join permission_slip_responses r on r.school_id = rs.school_id and r.id = rs.response_id
    where rs.school_id = ${slip}.school_id and rs.slip_id = ${slip}.id and rs.student_id = ${student}.id)`;

/**
 * SQL for the state of a student as the caller sees it: `granted` once the caller has signed, also where the signature of a second
 * guardian is still needed.
 */
export const stateOf = (slip: string, student: string, { membership }: OrganizationViewer): string =>
  studentState(
    slip,
    student,
    `bool_or(rs.is_current and r.signed_by_membership_id is not distinct from ${membership}::uuid)`,
  );
