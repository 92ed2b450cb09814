import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { contactVisible, type Viewer } from '../../policy/privacy-mask.js';
import type { GuardianRelation } from '../directory/guardians/guardian-relation.js';
import { memberContact } from '../../policy/member-contact.js';
import { fullName, inOrder, nameSortKey, type NameSortKey } from '../../policy/name-order.js';
import { isSamePerson } from '../../policy/same-person.js';

/** The mask of Message Everyone holds for admins too (contract decision d). */
const VIEWER: Viewer = { school: '$1', membership: '$2', admin: 'false' };

/**
 * The school's guardian records, and whose they are: of a member, also where the school has that person on file a second
 * time, or on another student's file, without a login; else of the source's person; else of nobody but themselves.
 */
const RECORDS = `
  linked as (
    select distinct on (g.id) g.id, g.source, g.source_id, linked.membership_id
    from guardians linked join guardians g on ${isSamePerson('g', 'linked')}
    where linked.school_id = $1 and g.school_id = $1 and linked.membership_id is not null
    order by g.id, linked.membership_id
  ), members as (
    select distinct on (source, source_id) source, source_id, membership_id from linked
    where source_id is not null order by source, source_id, membership_id
  ), records as (
    select g.*, owner.membership_id as person_membership_id,
      coalesce(owner.membership_id::text, g.source || ' ' || g.source_id, g.id::text) as person
    from guardians g
    left join linked on linked.id = g.id
    left join members on members.source = g.source and members.source_id = g.source_id
    cross join lateral (select coalesce(linked.membership_id, members.membership_id) as membership_id) owner
    where g.school_id = $1
  )`;

/** One row a reason to be a recipient: a student on the list, or an entry of their own. */
const REASONS = `
  reasons as (
    select r.person, r.person_membership_id as membership_id, r.id as guardian_id, r.first_name, r.last_name,
      r.email, r.phone, r.relation, s.id as student_id, ${fullName('s')} as student_name,
      ${nameSortKey('s')} as student_sort_key, false as is_entry
    from list_students entry
    join students s on s.school_id = entry.school_id and s.id = entry.student_id and s.archived_at is null
    join records r on r.student_id = s.id and not exists (select from memberships gone where gone.school_id = r.school_id
      and gone.id = r.shared_membership_id and gone.deactivated_at is not null)
    where entry.school_id = $1 and entry.list_id = $3
    union all
    select m.id::text, m.id,
      coalesce(link.id, (select min(own.id::text)::uuid from guardians own
        where own.school_id = m.school_id and own.membership_id = m.id)),
      person.first_name, person.last_name, person.email, person.phone, link.relation, s.id,
      ${fullName('s')}, ${nameSortKey('s')}, true
    from list_guardians entry
    join memberships m on m.school_id = entry.school_id and m.id = entry.guardian_membership_id
    join users u on u.id = m.user_id
    ${memberContact('entry.linked_student_id')}
    left join (guardians link
        join students s on s.school_id = link.school_id and s.id = link.student_id and s.archived_at is null)
      on link.school_id = m.school_id and link.membership_id = m.id and link.student_id = entry.linked_student_id
    where entry.school_id = $1 and entry.list_id = $3
  )`;

/**
 * One row a reason, of which each person has the first by the student's name in the end. A phone on any of their records is on file, and one private
 * record makes the person private.
 */
const PEOPLE = `
  on_file as (
    select person, bool_or(profile_visibility <> 'full') as is_private,
      (array_agg(email order by membership_id, id) filter (where email is not null))[1] as email,
      (array_agg(phone order by membership_id, id) filter (where phone is not null))[1] as phone
    from records where person in (select person from reasons) group by person
  ), people as (
    select reason.person, reason.student_sort_key, reason.is_entry, $1::uuid as school_id, reason.membership_id,
      null::uuid as shared_membership_id,
      coalesce(reason.guardian_id, reason.membership_id) as guardian_id,
      reason.first_name, reason.last_name, reason.relation, reason.student_id, reason.student_name,
      coalesce(reason.email, on_file.email, u.email) as email,
      coalesce(reason.phone, on_file.phone, m.phone, u.phone) as phone,
      case when coalesce(m.profile_visibility, 'full') = 'full' and on_file.is_private is not true
        then 'full' else 'name_only' end as profile_visibility
    from reasons reason
    left join on_file on on_file.person = reason.person
    left join memberships m on m.school_id = $1 and m.id = reason.membership_id
    left join users u on u.id = m.user_id
    where m.deactivated_at is null and reason.membership_id is distinct from $2::uuid
  )`;

const RECIPIENTS = `
  with ${RECORDS}, ${REASONS}, ${PEOPLE}
  select l.name as list_name, school.country, school.locale, coalesce((
    select json_agg(recipient) from (
      select person.person, person.student_sort_key, person.is_entry, person.membership_id as guardian_membership_id, person.guardian_id, person.first_name,
        person.last_name, ${fullName('person')} as name, person.relation, person.student_id,
        person.student_name, case when visible.contact then person.email end as email,
        case when visible.contact then person.phone end as phone, not visible.contact as phone_hidden
      from people person cross join lateral (select coalesce(${contactVisible('person', VIEWER)}, false) as contact) visible
    ) recipient), '[]') as recipients
  from lists l join schools school on school.id = l.school_id
  where l.school_id = $1 and l.id = $3 and l.owner_membership_id = $2`;

export interface Recipient {
  guardian_membership_id: string | null;
  guardian_id: string;
  first_name: string;
  last_name: string;
  name: string;
  relation: GuardianRelation | null;
  student_id: string | null;
  student_name: string | null;
  email: string | null;
  phone: string | null;
  phone_hidden: boolean;
}

/** Why somebody is a recipient. */
interface Reason extends Recipient {
  person: string;
  student_sort_key: [last: string | null, first: string | null, id: string | null];
  is_entry: boolean;
}

interface ReasonsOfAList extends Omit<RecipientsOfAList, 'recipients'> {
  locale: string;
  recipients: Reason[];
}

export interface RecipientsOfAList {
  list_name: string;
  /** Country of the school; ISO 3166-1 alpha-2. */
  country: string;
  recipients: Recipient[];
}

@Injectable()
export class MessageRecipientsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Masked; one round trip. Null when the list is none of the caller's. */
  async findRecipients(member: Member, listId: string): Promise<RecipientsOfAList | null> {
    const [row] = await this.dataSource.query<ReasonsOfAList[]>(RECIPIENTS, [
      member.schoolId,
      member.membershipId,
      listId,
    ]);
    if (!row) return null;
    const { list_name, country, locale, recipients } = row;
    return { list_name, country, recipients: onePerson(recipients, locale) };
  }
}

/** Where nobody is named the student comes last; of one student's the record before the entry. */
function onePerson(reasons: Reason[], locale: string): Recipient[] {
  const byStudent = inOrder(
    reasons,
    ({ student_sort_key, is_entry, guardian_id }) => {
      const [last, first, id] = student_sort_key;
      return [last === null, last ?? '', first ?? '', `${id ?? ''} ${is_entry} ${guardian_id}`];
    },
    locale,
  );
  const people = Map.groupBy(byStudent, ({ person }) => person)
    .values()
    .map(([first]) => {
      const { person: _, student_sort_key: _sortKey, is_entry: _entry, ...recipient } = first!;
      return recipient;
    });
  const sortKeyOf = ({ last_name, first_name, guardian_id }: Recipient): NameSortKey => [
    last_name,
    first_name,
    guardian_id,
  ];
  return inOrder([...people], sortKeyOf, locale);
}
