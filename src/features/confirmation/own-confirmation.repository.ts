import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { utcText } from '../../platform/database/utc-text.js';
import { isConfirmationRequested } from '../../policy/confirmation-visibility.js';
import { fullName, inSchoolOrder, nameSortKey } from '../../policy/name-order.js';
import type { ProfileVisibility } from '../../policy/privacy-mask.js';
import { GUARDIAN_SORT_KEY, postalAddress } from '../directory/roster/roster-student.js';
import { Confirmation } from './confirmation.entity.js';
import type { ConfirmationStudent, MyConfirmationRound } from './confirmation.dto.js';

/** The caller: $1 the school, $2 their membership. */
const CALLER = { school: '$1', membership: '$2' };

const ROUND = `
  select r.id, ${utcText('r.opened_at')} as opened_at, r.due_on::text as due_on, r.message,
    ${utcText('own.confirmed_at')} as confirmed_at
  from confirmation_rounds r
  left join confirmations own on own.school_id = r.school_id and own.round_id = r.id and own.membership_id = $2
  where r.school_id = $1 and r.closed_at is null and ${isConfirmationRequested('r', CALLER)}`;

/** Everybody on file of the student but those who are kept apart from them, without their contact. */
const GUARDIANS = `
  (select json_agg(json_build_object('name', ${fullName('g')}, 'relation', g.relation, 'sort_key', ${GUARDIAN_SORT_KEY}))
    from family_guardians g where g.school_id = s.school_id and g.student_id = s.id)`;

const STUDENTS = `
  select s.id, ${fullName('s')} as name, s.graduation_year, s.grade, ${postalAddress('s', 'school')} as address,
    own.relation, ${GUARDIANS} as guardians, s.address_visible, ${nameSortKey('s')} as sort_key, school.locale
  from family_guardians own
  join students s on s.school_id = own.school_id and s.id = own.student_id and s.archived_at is null
  join schools school on school.id = s.school_id
  where own.school_id = $1 and own.membership_id = $2`;

export type OwnStudent = ConfirmationStudent & { address_visible: boolean };

/** A round and one member. */
@Injectable()
export class OwnConfirmationRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The open round with the member's own confirmation; null where none asks them. */
  async findRound({ schoolId, membershipId }: Member): Promise<MyConfirmationRound | null> {
    const [round] = await this.dataSource.query<MyConfirmationRound[]>(ROUND, [schoolId, membershipId]);
    return round ?? null;
  }

  /** By last name, then first name. */
  async findStudents({ schoolId, membershipId }: Member): Promise<OwnStudent[]> {
    const rows = await this.dataSource.query<(OwnStudent & { locale: string })[]>(STUDENTS, [
      schoolId,
      membershipId,
    ]);
    return inSchoolOrder(rows);
  }

  async findVisibility({ schoolId, membershipId }: Member): Promise<ProfileVisibility> {
    const [row] = await this.dataSource.query<[{ profile_visibility: ProfileVisibility }]>(
      'select profile_visibility from memberships where school_id = $1 and id = $2',
      [schoolId, membershipId],
    );
    return row.profile_visibility;
  }

  /** Keeps the round from being closed until the transaction ends. @returns null where the round does not ask the member any more */
  async lockRound(
    manager: EntityManager,
    { schoolId, membershipId }: Member,
    roundId: string,
  ): Promise<{ closed: boolean } | null> {
    const [round] = await manager.query<{ closed: boolean }[]>(
      `select r.closed_at is not null as closed from confirmation_rounds r
       where r.school_id = $1 and r.id = $3 and ${isConfirmationRequested('r', CALLER)} for share of r`,
      [schoolId, membershipId, roundId],
    );
    return round ?? null;
  }

  /** @returns false where the member has confirmed before */
  async insertConfirmation(
    manager: EntityManager,
    { schoolId, membershipId }: Member,
    roundId: string,
    confirmedAt: Date,
  ): Promise<boolean> {
    const values = { schoolId, roundId, membershipId, confirmedAt };
    const insert = manager.createQueryBuilder().insert().into(Confirmation).values(values);
    const inserted = await insert.orIgnore().returning('round_id').execute();
    return (inserted.raw as unknown[]).length > 0;
  }
}
