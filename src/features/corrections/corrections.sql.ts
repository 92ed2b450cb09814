import { utcText } from '../../platform/database/utc-text.js';
import { memberContact } from '../../policy/member-contact.js';
import { fullName } from '../../policy/name-order.js';
import { GUARDIAN_SORT_KEY } from '../directory/roster/roster-student.js';

/** SQL for the columns of a Correction, of `corrections c` that are joined `WITH_PEOPLE`. */
export const CORRECTION = `
  c.id, c.student_id, ${fullName('s')} as student_name, c.field, c.present, c.proposed, c.comment, c.state, c.answer,
  ${fullName('person')} as by_name, ${utcText('c.created_at')} as created_at, ${utcText('c.settled_at')} as settled_at`;

/** To be joined to `corrections c`: the student `s`, and the author with their name. */
export const WITH_PEOPLE = `
  join students s on s.school_id = c.school_id and s.id = c.student_id
  join memberships m on m.school_id = c.school_id and m.id = c.membership_id
  join users u on u.id = m.user_id ${memberContact('null')}`;

/** SQL of the student's name in the school's records, which a family that goes by another one may want to be corrected. */
const RECORDED_NAME = `trim(coalesce(s.legal_first_name, s.first_name) || ' ' || coalesce(s.legal_last_name, s.last_name))`;

const ADDRESS_PARTS = `s.address_line1, s.address_line2, s.address_city, s.address_region, s.address_postal_code,
  coalesce(s.address_country, school.country)`;

/** SQL, a text: what the roster says of the field $4 of `students s` to a guardian of theirs. Without street or town there is no address. */
export const PRESENT = `
  case $4::text when 'name' then ${RECORDED_NAME} when 'preferred_name' then s.preferred_name
    when 'address' then case when s.address_line1 is not null and s.address_city is not null
      then concat_ws(', ', ${ADDRESS_PARTS}) end
    when 'phone' then s.phone when 'email' then s.email when 'grade' then s.grade
    when 'graduation_year' then s.graduation_year::text
    when 'guardians' then (select string_agg(${fullName('g')} || ' (' || g.relation || ')', ', ' order by ${GUARDIAN_SORT_KEY}::text)
      from family_guardians g where g.school_id = s.school_id and g.student_id = s.id) end`;

/**
 * SQL, an array of texts and nulls: what the roster has of the field of `corrections c` now. Of a name each way in which it may be
 * written, of an address its parts.
 */
export const ON_ROSTER = `
  case c.field
    when 'name' then json_build_array(${RECORDED_NAME}, ${fullName('s')},
      concat_ws(' ', coalesce(s.legal_first_name, s.first_name), s.middle_name, coalesce(s.legal_last_name, s.last_name)))
    when 'preferred_name' then json_build_array(s.preferred_name)
    when 'address' then json_build_array(${ADDRESS_PARTS})
    when 'phone' then json_build_array(s.phone) when 'email' then json_build_array(s.email)
    when 'grade' then json_build_array(s.grade) when 'graduation_year' then json_build_array(s.graduation_year::text) end`;
