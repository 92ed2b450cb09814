import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { GuardianRelation } from './guardian-relation.js';
import { isSamePerson, namesakesFirst } from '../../policy/same-person.js';

export interface LinkedStudent {
  school_id: string;
  student_id: string;
  relation: GuardianRelation;
}

/** Rows of a person's links in a school, by the membership they hang on. */
@Injectable()
export class GuardianLinksRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Guardians that the school has on file with this email become this member; at most one a student, and of a family that
   * shares the address the one with the name of the member.
   */
  async linkByEmail(
    manager: EntityManager,
    schoolId: string,
    membershipId: string,
    email: string,
  ): Promise<number> {
    const [rows] = await manager.query<[unknown[], number]>(
      `update guardians set membership_id = $2
       where school_id = $1 and id in (
         select distinct on (g.student_id) g.id
         from guardians g, memberships m join users u on u.id = m.user_id
         where g.school_id = $1 and g.email = $3 and g.membership_id is null and m.school_id = g.school_id and m.id = $2
           and not exists (select 1 from guardians other
             where other.school_id = g.school_id and other.student_id = g.student_id and other.membership_id = $2)
         order by g.student_id, ${namesakesFirst('g')}, g.is_primary desc, g.id)
       returning id`,
      [schoolId, membershipId, email],
    );
    return rows.length;
  }

  /** A link made by hand. An existing one takes the relation that was said last. */
  async link(
    manager: EntityManager,
    schoolId: string,
    membershipId: string,
    link: { studentId: string; relation: GuardianRelation; now: Date },
  ): Promise<'created' | 'updated' | 'unchanged'> {
    const [row] = await manager.query<{ created: boolean }[]>(
      `insert into guardians (school_id, student_id, membership_id, source, first_name, last_name, email, phone,
         relation, profile_visibility, hidden_by_default, created_at)
       select $1, $3, m.id, 'registration', coalesce(m.first_name, u.first_name, initcap($4::text)),
         coalesce(m.last_name, u.last_name, ''), u.email, m.phone, $4::text, m.profile_visibility, m.hidden_by_default, $5
       from memberships m join users u on u.id = m.user_id where m.school_id = $1 and m.id = $2
       on conflict (school_id, student_id, membership_id) do update set relation = excluded.relation
         where guardians.relation <> excluded.relation
       returning xmax = 0 as created`,
      [schoolId, membershipId, link.studentId, link.relation, link.now],
    );
    if (!row) return 'unchanged';
    return row.created ? 'created' : 'updated';
  }

  /** One choice across schools, and the more private one where two meet. What a school hides by default is none. */
  async unifyVisibility(manager: EntityManager, userId: string, now: Date): Promise<void> {
    await manager.query(
      `with own as materialized (
         select g.school_id, g.id, g.profile_visibility as visibility, g.hidden_by_default
         from memberships m join guardians linked on linked.school_id = m.school_id and linked.membership_id = m.id
         join guardians g on ${isSamePerson('g', 'linked')}
         where m.user_id = $1),
       choice as (
         select case when bool_or(visibility = 'name_only') then 'name_only' else 'full' end as visibility from (
           select profile_visibility as visibility from memberships where user_id = $1 and not hidden_by_default
           union all
           select visibility from own where not hidden_by_default) all_of_them),
       members as (
         update memberships set profile_visibility = choice.visibility, hidden_by_default = false from choice
         where user_id = $1 and (choice.visibility = 'name_only' or not hidden_by_default)
           and (profile_visibility <> choice.visibility or hidden_by_default)),
       flipped as (
         update guardians g set profile_visibility = choice.visibility, hidden_by_default = false from choice, own
         where (g.school_id, g.id) = (own.school_id, own.id)
           and (choice.visibility = 'name_only' or not g.hidden_by_default)
           and (g.profile_visibility <> choice.visibility or g.hidden_by_default)
         returning g.school_id, g.id, g.profile_visibility = 'full' as visible,
           g.profile_visibility <> own.visibility as flips)
       insert into visibility_changes (school_id, guardian_id, visible, changed_at)
       select school_id, id, visible, $2 from flipped where flips`,
      [userId, now],
    );
  }

  /** Takes the member's guardian records off the roster, and notes those that a source would name again. */
  async remove(
    manager: EntityManager,
    member: { schoolId: string; membershipId: string; userId: string },
  ): Promise<void> {
    await manager.query(
      `with removed as (
         delete from guardians g using guardians linked
         where linked.school_id = $2 and linked.membership_id = $1 and ${isSamePerson('g', 'linked')}
         returning g.student_id, g.source, g.source_id)
       insert into guardian_departures (student_id, source, source_id, school_id, user_id)
       select student_id, source, source_id, $2, $3 from removed where source_id is not null
       on conflict (school_id, student_id, source, source_id) do update set user_id = excluded.user_id`,
      [member.membershipId, member.schoolId, member.userId],
    );
  }

  /** The person's linked, non-archived students in schools where the membership is active. */
  linkedStudents(userId: string): Promise<LinkedStudent[]> {
    return this.dataSource.query(
      `select s.school_id, s.id as student_id, g.relation
       from memberships m
       join guardians g on g.school_id = m.school_id and g.membership_id = m.id
       join students s on s.school_id = g.school_id and s.id = g.student_id and s.archived_at is null
       where m.user_id = $1 and m.deactivated_at is null
       order by s.school_id, s.last_name, s.first_name, s.id`,
      [userId],
    );
  }
}
