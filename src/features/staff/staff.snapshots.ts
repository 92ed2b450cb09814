import type { Prefetch } from '../../platform/auth/prefetch.js';
import { revisionOf, type SnapshotKind } from '../../platform/cache/snapshot-kind.js';
import { fullName, inSchoolOrder, nameSortKey, schoolLocale } from '../../policy/name-order.js';
import { joinMemberPhotos } from '../../policy/photo-visibility.js';
import { kindOrder } from '../../policy/organization-access.js';
import type { StaffMemberBody } from './staff-member.dto.js';

export const STAFF_PREFETCH: Prefetch = {
  name: 'staff',
  sql: ({ school }) => `json_build_object('revision', ${revisionOf('staff', school)})`,
};

export const STAFF: SnapshotKind<StaffMemberBody & { locale: string }> = {
  name: 'staff',
  subject: 'staff',
  list: 'staff',
  rows: `
    select ${nameSortKey('staff_members', ['department'])} as sort_key, ${schoolLocale('$1')} as locale, id,
      first_name, last_name, ${fullName('staff_members')} as name, title, department, email, phone,
      room, account.membership_id, coalesce(account.has_photo, false) as has_photo,
      coalesce(leadership.organization_ids, '{}') as organization_ids
    from staff_members
    left join (
      select held.email as address, m.id as membership_id, photo.membership_id is not null as has_photo
      from memberships m
      join user_addresses held on held.user_id = m.user_id and held.verified_at is not null
      ${joinMemberPhotos('m.school_id', 'm.id')}
      where m.school_id = $1 and m.deactivated_at is null
    ) account on account.address = lower(staff_members.email)
    left join (
      select leader.staff_member_id, array_agg(o.id order by ${kindOrder('o')}, o.name, o.id) as organization_ids
      from organization_leaders leader
      join organizations o on o.school_id = leader.school_id and o.id = leader.organization_id
        and o.archived_at is null
      where leader.school_id = $1 group by leader.staff_member_id
    ) leadership on leadership.staff_member_id = staff_members.id
    where staff_members.school_id = $1 and archived_at is null`,
  write: (members) => inSchoolOrder(members).map((member) => ({ text: JSON.stringify(member) })),
};
