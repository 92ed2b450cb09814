import type { JsonText } from '../../http/json-text.js';
import { hasContact, type Shown } from '../disclosures/disclosed-subject.js';
import type { NearbyFamilies } from './nearby.dto.js';
import type { OrganizationParentBody, OrganizationRoster } from './organization-roster.dto.js';

/* What the answers about organizations show, for `@Discloses`. */

export const shownOfParents = (parents: OrganizationParentBody[]): Shown => ({
  contacts: parents.filter(hasContact).map(({ membership_id }) => membership_id),
});

export const shownInRosterOf = ({ text }: JsonText): Shown =>
  shownOfParents((JSON.parse(text) as OrganizationRoster).parents);

export function shownNearby({ text }: JsonText): Shown {
  const { families } = JSON.parse(text) as NearbyFamilies;
  const guardians = families.flatMap((family) => family.guardians);
  return { contacts: guardians.filter(hasContact).map(({ id }) => id) };
}
