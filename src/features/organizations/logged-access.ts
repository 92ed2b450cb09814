import type { SerializedJson } from '../../platform/http/prepared-json.js';
import { hasContact, type LoggedAccess } from '../access-log/access-log-subject.js';
import type {
  NearbyFamilies,
  OrganizationParentBody,
  OrganizationRoster,
} from './roster/organization-roster.dto.js';

/* Personal data in the answers about organizations, for `@LogsAccess`. */

export const accessToParents = (parents: OrganizationParentBody[]): LoggedAccess => ({
  contacts: parents.filter(hasContact).map(({ membership_id }) => membership_id),
});

export const accessInOrganizationRoster = ({ text }: SerializedJson): LoggedAccess =>
  accessToParents((JSON.parse(text) as OrganizationRoster).parents);

export function accessToNearbyFamilies({ text }: SerializedJson): LoggedAccess {
  const { families } = JSON.parse(text) as NearbyFamilies;
  const guardians = families.flatMap((family) => family.guardians);
  return { contacts: guardians.filter(hasContact).map(({ id }) => id) };
}
