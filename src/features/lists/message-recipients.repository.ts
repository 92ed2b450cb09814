import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { contactVisible, type Viewer } from '../../policy/privacy-mask.js';
import type { GuardianRelation } from '../directory/guardians/guardian-relation.js';
import { isRestrictedStudent } from '../../policy/guardian-restriction.js';
import { memberContact } from '../../policy/member-contact.js';
import { fullName, inOrder, nameSortKey, type NameSortKey } from '../../policy/name-order.js';
import { isMemberOfOrganization, isOrganizationVisible } from '../../policy/organization-access.js';
import { isSamePerson } from '../../policy/same-person.js';

/** The caller as any parent: the masks of these operations hold for admins too (contract decision d). */
const READER_AS_PARENT: Viewer = { school: '$1', membership: '$2', admin: 'false' };

/**
 * The guardian records of the school with the person of each. A record that is linked to a member is of that member, and so is a
 * second record of theirs without a link, and a record on the file of another student that the source gives for the same person.
 * The others are of the person of the source, or of nobody known.
 */
const RECORDS = `
  linked_records as (
    select distinct on (g.id) g.id, g.source, g.source_id, linked.membership_id
    from family_guardians linked join family_guardians g on ${isSamePerson('g', 'linked')}
    where linked.school_id = $1 and g.school_id = $1 and linked.membership_id is not null
    order by g.id, linked.membership_id
  ), membership_of_source_person as (
    select distinct on (source, source_id) source, source_id, membership_id from linked_records
    where source_id is not null order by source, source_id, membership_id
  ), records as (
    select g.*, owner.membership_id as person_membership_id,
      coalesce(owner.membership_id::text, g.source || ' ' || g.source_id, g.id::text) as person
    from family_guardians g
    left join linked_records own on own.id = g.id
    left join membership_of_source_person member on member.source = g.source and member.source_id = g.source_id
    cross join lateral (select coalesce(own.membership_id, member.membership_id) as membership_id) owner
    where g.school_id = $1
  )`;

/** The people whom a message is for, in SQL. */
interface RecipientGroup {
  /** Tables of the students and of the members in it, and the column that says which group it is. */
  students: string;
  members: string;
  id: string;
  /** Of a row `entry` of members: the membership, and the student whom they stand for. */
  membership: string;
  student: string;
  /** A condition of a student `s`. */
  ofStudents?: string;
  /** Table of the groups themselves. */
  groups: string;
  /** True of its row `l` where it is the caller's own. */
  isOwn: string;
}

const LIST: RecipientGroup = {
  ...{ students: 'list_students', members: 'list_guardians', id: 'list_id' },
  ...{ membership: 'entry.guardian_membership_id', student: 'entry.linked_student_id' },
  ...{ groups: 'lists', isOwn: 'l.owner_membership_id = $2' },
};

/** Archived organizations are over, for admins as well. */
const ORGANIZATION: RecipientGroup = {
  ...{ students: 'organization_students', members: 'organization_parents', id: 'organization_id' },
  ...{ membership: 'entry.membership_id', student: 'null::uuid' },
  groups: 'organizations',
  ofStudents: `and not ${isRestrictedStudent('s', READER_AS_PARENT)}`,
  isOwn: `${isOrganizationVisible('l', 'false')}
    and ${isMemberOfOrganization('l', { school: '$1', membership: '$2', now: '$4' })}`,
};

/** Rows of reasons to be a recipient: a student of the group, or an entry of the member's own. */
const reasons = ({ students, members, id, membership, student, ofStudents = '' }: RecipientGroup): string => `
  reasons as (
    select r.person, r.person_membership_id as membership_id, r.id as guardian_id, r.first_name, r.last_name,
      r.email, r.phone, r.relation, s.id as student_id, ${fullName('s')} as student_name,
      ${nameSortKey('s')} as student_sort_key, false as is_entry
    from ${students} entry
    join students s on s.school_id = entry.school_id and s.id = entry.student_id and s.archived_at is null
    join records r on r.student_id = s.id and not exists (select from memberships gone where gone.school_id = r.school_id
      and gone.id = r.shared_membership_id and gone.deactivated_at is not null)
    where entry.school_id = $1 and entry.${id} = $3 ${ofStudents}
    union all
    select m.id::text, m.id,
      coalesce(link.id, (select min(own.id::text)::uuid from family_guardians own
        where own.school_id = m.school_id and own.membership_id = m.id)),
      person.first_name, person.last_name, person.email, person.phone, link.relation, s.id,
      ${fullName('s')}, ${nameSortKey('s')}, true
    from ${members} entry
    join memberships m on m.school_id = entry.school_id and m.id = ${membership}
    join users u on u.id = m.user_id
    ${memberContact(student)}
    left join (family_guardians link
        join students s on s.school_id = link.school_id and s.id = link.student_id and s.archived_at is null)
      on link.school_id = m.school_id and link.membership_id = m.id and link.student_id = ${student}
    where entry.school_id = $1 and entry.${id} = $3
  )`;

/**
 * Rows of reasons with the contact of the person, of which {@link oncePerPerson} takes the first by the student's name. A phone
 * on any record of a person counts as theirs, and one private record makes the person private.
 */
const PEOPLE = `
  on_file as (
    select person, bool_or(profile_visibility <> 'full') as is_private,
      (array_agg(email order by membership_id, id) filter (where email is not null))[1] as email,
      (array_agg(phone order by membership_id, id) filter (where phone is not null))[1] as phone
    from records where person in (select person from reasons) group by person
  ), people as (
    select reason.person, reason.student_sort_key, reason.is_entry, $1::uuid as school_id, reason.guardian_id as id, reason.membership_id,
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

const recipientsOf = (group: RecipientGroup): string => `
  with ${RECORDS}, ${reasons(group)}, ${PEOPLE}
  select l.name as list_name, school.country, school.locale, coalesce((
    select json_agg(recipient) from (
      select person.person, person.student_sort_key, person.is_entry, person.membership_id as guardian_membership_id, person.guardian_id, person.first_name,
        person.last_name, ${fullName('person')} as name, person.relation, person.student_id,
        person.student_name, case when visible.contact then person.email end as email,
        case when visible.contact then person.phone end as phone, not visible.contact as phone_hidden
      from people person cross join lateral (select coalesce(${contactVisible('person', READER_AS_PARENT)}, false) as contact) visible
    ) recipient), '[]') as recipients
  from ${group.groups} l join schools school on school.id = l.school_id
  where l.school_id = $1 and l.id = $3 and ${group.isOwn}`;

const OF_LIST = recipientsOf(LIST);
const OF_ORGANIZATION = recipientsOf(ORGANIZATION);

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

/** A reason for which somebody is a recipient. */
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

  /** The recipients, masked for the caller; null when the list is none of the caller's. */
  async findRecipients(member: Member, listId: string): Promise<RecipientsOfAList | null> {
    const [row] = await this.dataSource.query<ReasonsOfAList[]>(OF_LIST, [
      member.schoolId,
      member.membershipId,
      listId,
    ]);
    return row ? recipientsIn(row) : null;
  }

  /** The same of an organization; null when the caller does not belong to it. */
  async findRecipientsOfOrganization(
    { schoolId, membershipId }: Member,
    organizationId: string,
    now: Date,
  ): Promise<RecipientsOfAList | null> {
    const parameters = [schoolId, membershipId, organizationId, now];
    const [row] = await this.dataSource.query<ReasonsOfAList[]>(OF_ORGANIZATION, parameters);
    return row ? recipientsIn(row) : null;
  }
}

const recipientsIn = ({ list_name, country, locale, recipients }: ReasonsOfAList): RecipientsOfAList => ({
  ...{ list_name, country },
  recipients: oncePerPerson(recipients, locale),
});

/**
 * Takes the first reason of each person by the name of the student. Reasons without a student come last, and for one student the
 * guardian record comes before the entry.
 */
function oncePerPerson(reasons: Reason[], locale: string): Recipient[] {
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
