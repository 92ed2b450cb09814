import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { utcText } from '../../platform/database/utc-text.js';
import { memberContact } from '../../policy/member-contact.js';
import { fullName, inSchoolOrder, nameSortKey, schoolLocale } from '../../policy/name-order.js';
import { isMemberStill } from '../../policy/organization-access.js';
import type { ConfirmationPerson, ConfirmationRoundBody } from './confirmation.dto.js';

/** The open round comes first, and then the one that was closed last. */
const LAST_ROUND = `
  select r.id, ${utcText('r.opened_at')} as opened_at, r.due_on::text as due_on, r.message,
    ${utcText('r.closed_at')} as closed_at
  from confirmation_rounds r where r.school_id = $1
  order by r.closed_at desc nulls first, r.id limit 1`;

/** Whoever has a family at the school now: one pass over its links. $1 the school, $2 the round, $3 now. */
const PEOPLE = `
  select m.id as membership_id, ${fullName('person')} as name, own.students, ${utcText('given.confirmed_at')} as confirmed_at,
    ${nameSortKey('person', [], 'm.id')} as sort_key, ${schoolLocale('$1')} as locale
  from memberships m
  join users u on u.id = m.user_id ${memberContact('null')}
  join (
    select g.membership_id, json_agg(json_build_object('name', ${fullName('s')}, 'sort_key', ${nameSortKey('s')})) as students
    from family_guardians g
    join students s on s.school_id = g.school_id and s.id = g.student_id and s.archived_at is null
    where g.school_id = $1 and g.membership_id is not null group by g.membership_id
  ) own on own.membership_id = m.id
  left join confirmations given on given.school_id = m.school_id and given.round_id = $2 and given.membership_id = m.id
  where m.school_id = $1 and ${isMemberStill('m', '$3')}`;

type PersonRow = Omit<ConfirmationPerson, 'students'> & { students: { name: string }[] };

/** A round and everybody whom it asks, with their names and nothing else. */
@Injectable()
export class SchoolConfirmationRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Null where the school has never asked. */
  async findLastRound(schoolId: string): Promise<ConfirmationRoundBody | null> {
    const [round] = await this.dataSource.query<ConfirmationRoundBody[]>(LAST_ROUND, [schoolId]);
    return round ?? null;
  }

  /** By last name, then first name. */
  async findPeople(
    schoolId: string,
    roundId: string,
    now: Date,
    manager = this.dataSource.manager,
  ): Promise<ConfirmationPerson[]> {
    const rows = await manager.query<(PersonRow & { locale: string })[]>(PEOPLE, [schoolId, roundId, now]);
    return inSchoolOrder(rows).map((person) => ({
      ...person,
      students: person.students.map(({ name }) => name),
    }));
  }
}
