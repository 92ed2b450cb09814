import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isNamesake, isOfAccount } from '../../policy/same-person.js';
import { type DefaultAddress, HIDES_CONTACT, type ProfileVisibility } from '../../policy/privacy-mask.js';

/** $1: the person, $2: what they choose. */
const CHOSEN = [
  `update users set profile_visibility = $2, visibility_chosen = true
   where id = $1 and (profile_visibility <> $2 or not visibility_chosen)`,
  `update memberships set profile_visibility = $2, hidden_by_default = false
   where user_id = $1 and (profile_visibility <> $2 or hidden_by_default)`,
  'update member_departures set profile_visibility = $2 where user_id = $1 and profile_visibility <> $2',
];

/** $1: the person. Linked to them, a second record beside one of these, or not linked with their verified email and name. */
const OWN_RECORDS = `
  select g.school_id, g.id from memberships m
    join guardians linked on linked.school_id = m.school_id and linked.membership_id = m.id
    join guardians g on ${isOfAccount('g', 'linked')}
  where m.user_id = $1
  union
  select g.school_id, g.id from users u left join memberships m on m.user_id = u.id
    join user_addresses held on held.user_id = u.id and held.verified_at is not null
    join guardians g on g.email = held.email and g.membership_id is null and ${isNamesake('g')}
  where u.id = $1`;

/** $1: the person, $2: what they choose, $3: now. @param those SQL: which of their records `g` */
const recordsChosen = (those: string): string => `
  with changed as (
    update guardians g set profile_visibility = $2, hidden_by_default = false
    from guardians was
    where (was.school_id, was.id) = (g.school_id, g.id) and (g.profile_visibility <> $2 or g.hidden_by_default)
      and ${those} and (g.school_id, g.id) in (${OWN_RECORDS})
    returning g.id, g.school_id, g.profile_visibility as became, was.profile_visibility as was)
  insert into visibility_changes (school_id, guardian_id, visible, changed_at)
  select school_id, id, became = 'full', $3::timestamptz from changed where became <> was`;

const CHANGES_SINCE = `
  with own as (
    select g.school_id, g.id, g.student_id from memberships m
    join guardians g on g.school_id = m.school_id and g.membership_id = m.id where m.user_id = $1)
  select count(*)::int as changes from visibility_changes v
  where v.changed_at > $2 and v.school_id in (select school_id from own)
    and (v.guardian_id in (select id from own) or v.student_id in (select student_id from own))`;

export interface LockedStudent {
  schoolId: string;
  id: string;
}

/** A change of visibility is noted in the statement that makes it: who could see what, and when, is told from it. */
@Injectable()
export class VisibilityRepository {
  /**
   * In every school, deactivated memberships included, and where a school has the person on file whom they have not joined:
   * what is hidden must be hidden everywhere. Kept for the schools that they join later.
   */
  async setProfile(
    manager: EntityManager,
    userId: string,
    visibility: ProfileVisibility,
    now: Date,
  ): Promise<void> {
    for (const chosen of CHOSEN) await manager.query(chosen, [userId, visibility]);
    await manager.query(recordsChosen('true'), [userId, visibility, now]);
  }

  /** Changes that were noted since a moment of what is the person's own. */
  async countChanges(manager: EntityManager, userId: string, since: Date): Promise<number> {
    const [row] = await manager.query<[{ changes: number }]>(CHANGES_SINCE, [userId, since]);
    return row.changes;
  }

  /** In one school, whatever is shown in others. */
  async hideInSchool(manager: EntityManager, userId: string, schoolId: string, now: Date): Promise<void> {
    await manager.query(
      `update memberships set profile_visibility = 'name_only', hidden_by_default = false
       where user_id = $1 and school_id = $2 and (profile_visibility <> 'name_only' or hidden_by_default)`,
      [userId, schoolId],
    );
    await manager.query(recordsChosen('g.school_id = $4'), [userId, 'name_only', now, schoolId]);
  }

  /** Whether the person has chosen so; what a school hides by default is no choice. */
  async hasHidden(manager: EntityManager, userId: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(`select from users u where u.id = $1 and ${HIDES_CONTACT}`, [
      userId,
    ]);
    return rows.length > 0;
  }

  /** In one order: two guardians of the same siblings wait for each other and not in a circle. */
  async lockStudents(manager: EntityManager, userId: string): Promise<LockedStudent[]> {
    return manager.query(
      `select school_id as "schoolId", id from students where (school_id, id) in (
         select g.school_id, g.student_id from memberships m
         join guardians g on g.school_id = m.school_id and g.membership_id = m.id
         where m.user_id = $1 and m.deactivated_at is null)
       order by id for no key update`,
      [userId],
    );
  }

  /** Sets whether addresses are visible, for the students of the person now and for those whom they are linked to later. */
  async setAddress(
    manager: EntityManager,
    userId: string,
    { students, visible, now }: { students: LockedStudent[]; visible: boolean; now: Date },
  ): Promise<void> {
    await manager.query(
      `update users set hides_address = not $2, address_chosen = true
       where id = $1 and (hides_address = $2 or not address_chosen)`,
      [userId, visible],
    );
    await manager.query(
      `with changed as (
         update students s set address_visible = $3, hidden_by_default = false, updated_at = $4
         from students was
         where (was.school_id, was.id) = (s.school_id, s.id) and (s.address_visible <> $3 or s.hidden_by_default)
           and (s.school_id, s.id) in (select * from unnest($1::uuid[], $2::uuid[]))
         returning s.id, s.school_id, was.address_visible as was)
       insert into visibility_changes (school_id, student_id, visible, changed_at)
       select school_id, id, $3, $4 from changed where was <> $3`,
      [students.map(({ schoolId }) => schoolId), students.map(({ id }) => id), visible, now],
    );
  }

  /**
   * Sets the defaults of the school, and of everybody in it who has not chosen. Members first: the row of a person who is
   * about to be linked is locked, and waited for; after that the lock of the school's row keeps new ones away until this is
   * done.
   * @returns the names of what changed
   */
  async setDefaults(
    manager: EntityManager,
    schoolId: string,
    { visibility, address, now }: SchoolDefaults & { now: Date },
  ): Promise<string[]> {
    await manager.query('select from memberships where school_id = $1 order by id for no key update', [
      schoolId,
    ]);
    const [was] = await manager.query<StoredDefaults[]>(
      'select default_visibility, default_address from schools where id = $1 for update',
      [schoolId],
    );
    const wanted = {
      default_visibility: visibility ?? was!.default_visibility,
      default_address: address ?? was!.default_address,
    };
    const changed = (['default_visibility', 'default_address'] as const).filter(
      (name) => was![name] !== wanted[name],
    );
    await manager.query(
      'update schools set default_visibility = $2, default_address = $3, updated_at = $4 where id = $1',
      [schoolId, wanted.default_visibility, wanted.default_address, now],
    );
    for (const name of changed)
      for (const statement of APPLY_DEFAULT[name]) await manager.query(statement, [schoolId, now]);
    return changed;
  }
}

interface StoredDefaults {
  default_visibility: ProfileVisibility;
  default_address: DefaultAddress;
}

/** Defaults of a school for people who have not chosen; an absent one stays. */
export interface SchoolDefaults {
  visibility?: ProfileVisibility | undefined;
  address?: DefaultAddress | undefined;
}

/** $1: the school, $2: now. Each row that the default may be about is written as it is, and a trigger asks the default. */
const APPLY_DEFAULT = {
  default_visibility: [
    `update memberships set hidden_by_default = hidden_by_default
     where school_id = $1 and (profile_visibility = 'full' or hidden_by_default) and $2::timestamptz is not null`,
    `with asked as (
       update guardians g set hidden_by_default = g.hidden_by_default
       from guardians was
       where g.school_id = $1 and (g.profile_visibility = 'full' or g.hidden_by_default)
         and (was.school_id, was.id) = (g.school_id, g.id)
       returning g.school_id, g.id, g.profile_visibility as became, was.profile_visibility as was)
     insert into visibility_changes (school_id, guardian_id, visible, changed_at)
     select school_id, id, became = 'full', $2::timestamptz from asked where became <> was`,
  ],
  default_address: [
    `with asked as (
       update students s set hidden_by_default = s.hidden_by_default
       from students was
       where s.school_id = $1 and (s.address_visible or s.hidden_by_default)
         and (was.school_id, was.id) = (s.school_id, s.id)
       returning s.school_id, s.id, s.address_visible as became, was.address_visible as was)
     insert into visibility_changes (school_id, student_id, visible, changed_at)
     select school_id, id, became, $2::timestamptz from asked where became <> was`,
  ],
};
