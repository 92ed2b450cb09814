import type { GrantCells, MeCells, MembershipCells, StudentCells } from './me.sql.js';
import type {
  MembershipBody,
  MembershipEditorGrant,
  MembershipStudent,
  MeResponse,
  MeUser,
} from './session.dto.js';

/** The answer, with its members in the order of the documentation. */
export function meOf([id, email, first_name, last_name, two_step_enabled, memberships]: MeCells): MeResponse {
  const user: MeUser = { id, email, first_name, last_name, two_step_enabled };
  const belongs = (memberships ?? []).map(membershipOf);
  // A fresh account without any membership is not deactivated.
  const isAnyActive = belongs.some(({ status }) => status === 'active');
  return { user, memberships: belongs, is_fully_deactivated: belongs.length > 0 && !isAnyActive };
}

function membershipOf([
  membership_id,
  school_id,
  school_name,
  school_short_name,
  time_zone,
  role,
  isActive,
  profile_visibility,
  joined_at,
  students,
  grants,
]: MembershipCells): MembershipBody {
  return {
    membership_id,
    school_id,
    school_name,
    school_short_name,
    time_zone,
    role,
    status: isActive ? 'active' : 'deactivated',
    is_admin: role !== 'parent',
    profile_visibility,
    address_visible: areAddressesVisible(students ?? []),
    students: (students ?? []).map(studentOf),
    editor_grants: (grants ?? []).map(grantOf),
    joined_at,
  };
}

/** Null without students, or when they differ. */
function areAddressesVisible(students: StudentCells[]): boolean | null {
  const [first, ...others] = students.map((cells) => cells[4]);
  return first !== undefined && others.every((visible) => visible === first) ? first : null;
}

const studentOf = ([id, first_name, last_name, graduation_year]: StudentCells): MembershipStudent => ({
  id,
  first_name,
  last_name,
  graduation_year,
});

const grantOf = ([organization_id, organization_name, expires_at]: GrantCells): MembershipEditorGrant => ({
  organization_id,
  organization_name,
  expires_at,
});
