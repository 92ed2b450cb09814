import { mayBeMember, namesakesFirst } from '../../../policy/same-person.js';

/*
 * A link made by hand gives way to the record that the school now brings for the same person: one person, one row. Its visibility
 * goes along, by LINK_MEMBERS, which runs next. $1: the school, $2: emails.
 */

/** After `from`: as `g` records that may take the place of the link `by_hand` of the member `m`, `users u`. */
const REPLACED = `
  guardians g, guardians by_hand, user_addresses held, users u, memberships m
  where g.school_id = $1 and g.membership_id is null and g.email = any ($2::text[])
    and held.email = g.email and held.verified_at is not null and u.id = held.user_id
    and m.user_id = u.id and m.school_id = g.school_id
    and by_hand.school_id = g.school_id and by_hand.student_id = g.student_id and by_hand.membership_id = m.id and by_hand.source_id is null
    and ${mayBeMember('g', 'by_hand')}`;

/** Whom the school keeps apart from the student stays so: of several records the one that LINK_MEMBERS takes is restricted. */
export const RESTRICT_REPLACING = `
update guardians taking set restricted_at = apart.restricted_at, restricted_until = apart.restricted_until,
  restriction_reason = apart.restriction_reason
from (
  select distinct on (by_hand.id) g.id, by_hand.restricted_at, by_hand.restricted_until, by_hand.restriction_reason
  from ${REPLACED} and by_hand.restricted_at is not null
  order by by_hand.id, ${namesakesFirst('g')}, g.is_primary desc, g.id
) apart
where taking.school_id = $1 and taking.id = apart.id and taking.restricted_at is null`;

export const REPLACE_LINKS_BY_HAND = `
delete from guardians replaced
where replaced.school_id = $1 and replaced.id in (select by_hand.id from ${REPLACED})`;
