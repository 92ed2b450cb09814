import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { GuardianRelation } from './guardian-relation.js';
import type { StudentOfSchool } from '../visibility/person-records.repository.js';
import { accountOf } from '../../../policy/privacy-mask.js';
import { addressesWith, isOfAccount, isSamePerson, namesakesFirst } from '../../../policy/same-person.js';

export interface LinkedStudent {
  school_id: string;
  student_id: string;
  relation: GuardianRelation;
}

/** A relation that says nothing of which parent it is fits any other. */
const fits = (relation: string, said: string): string => `(${relation} = ${said}
  or ${relation} in ('parent', 'guardian', 'relative', 'other') or ${said} in ('parent', 'guardian', 'relative', 'other'))`;

/** $1: the school, $2: the member, $3: the student. */
const OF_MEMBER = (guardian: string): string => `${guardian}.school_id = $1 and ${guardian}.student_id = $3
  and (${guardian}.membership_id = $2 or ${guardian}.shared_membership_id = $2)`;

/** SQL of the key by which a departure notes the record `g`: a link made by hand has none in a source. */
const DEPARTED_KEY = `coalesce(g.source_id, 'by hand ' || g.id)`;

/** True for a guardian who shares the mailbox of a linked one, and is somebody else. $1: the school. */
const sharing = (guardian: string, membership: string): string => `(
  ${guardian}.membership_id is null and ${guardian}.shared_membership_id is null and not ${guardian}.disowned
  and exists (select from guardians linked where linked.school_id = $1 and linked.student_id = ${guardian}.student_id
    and linked.membership_id = ${membership} and ${isSamePerson(guardian, 'linked')} is not true))`;

/** $1: the school, $2: emails, $3: now. Whom it finds may be shown less from then on, and that is noted. */
export const SHARE_MAILBOXES = `
  with shared as (
    update guardians g set shared_membership_id = m.id,
      profile_visibility = case when m.profile_visibility = 'name_only' then 'name_only' else g.profile_visibility end
    from memberships m join user_addresses held on held.user_id = m.user_id and held.verified_at is not null
    where g.school_id = $1 and m.school_id = $1 and g.email = any ($2::text[]) and held.email = g.email and ${sharing('g', 'm.id')}
    returning g.id, g.school_id, m.profile_visibility = 'name_only' as hidden)
  insert into visibility_changes (school_id, guardian_id, visible, changed_at)
  select school_id, id, false, $3 from shared where hidden`;

/** Rows of a person's links in a school, by the membership they hang on. */
@Injectable()
export class GuardianLinksRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Guardians that the school has on file with this email, or another of the account, become this member; of a family that shares the address first the
   * one with the name of the member, and the others beside them.
   */
  async linkByEmail(
    manager: EntityManager,
    schoolId: string,
    membershipId: string,
    email: string,
  ): Promise<number> {
    const [rows] = await manager.query<[unknown[], number]>(
      `update guardians set membership_id = $2, shared_membership_id = null
       where school_id = $1 and id in (
         select distinct on (g.student_id) g.id
         from guardians g, memberships m join users u on u.id = m.user_id
         where g.school_id = $1 and g.email = any (${addressesWith('$3')}) and g.membership_id is null and m.school_id = g.school_id and m.id = $2
           and not g.disowned
           and not exists (select 1 from guardians other
             where other.school_id = g.school_id and other.student_id = g.student_id and other.membership_id = $2)
         order by g.student_id, ${namesakesFirst('g')}, g.is_primary desc, g.id)
       returning id`,
      [schoolId, membershipId, email],
    );
    const [beside] = await manager.query<[unknown[], number]>(
      `update guardians g set shared_membership_id = $2 where g.school_id = $1 and g.email = any (${addressesWith('$3')}) and ${sharing('g', '$2')}
       returning id`,
      [schoolId, membershipId, email],
    );
    return rows.length + beside.length;
  }

  /**
   * The account says which of the people with its address it is: of a student of whom it names one, that one is linked and the
   * others are somebody else's; of others all stay. A record that keeps its account apart from the student stays as well: whoever
   * could disown it would need no more than another address to see the student as any parent does.
   * @returns how many of the named records there are
   */
  async choose(
    manager: EntityManager,
    { schoolId, membershipId, email }: { schoolId: string; membershipId: string; email: string },
    guardianIds: string[],
  ): Promise<number> {
    const own = `g.school_id = $1 and g.email = any (${addressesWith('$3')}) and (g.membership_id is null or g.membership_id = $2)`;
    const [found] = await manager.query<{ n: number }[]>(
      `with named as (select distinct g.student_id from guardians g where ${own} and g.id = any ($4::uuid[])),
       others as (
         update guardians g set membership_id = null, shared_membership_id = null, disowned = true
         from named where ${own} and g.student_id = named.student_id and g.id <> all ($4::uuid[]) and g.restricted_at is null),
       chosen as (update guardians g set disowned = false where ${own} and g.id = any ($4::uuid[]) returning 1)
       select (select count(*) from chosen)::int as n`,
      [schoolId, membershipId, email, guardianIds],
    );
    return found!.n;
  }

  /**
   * A link made by hand. What is on file of the person already stays as it is; another relation is of another person who
   * shares the mailbox (contract section 16, rule 8), unless it corrects a link that was itself made by hand.
   */
  async link(
    manager: EntityManager,
    schoolId: string,
    membershipId: string,
    link: { studentId: string; relation: GuardianRelation; now: Date; corrects: boolean },
  ): Promise<'created' | 'updated' | 'unchanged'> {
    const parameters = [schoolId, membershipId, link.studentId, link.relation];
    if (link.corrects) {
      const [corrected] = await manager.query<[unknown[], number]>(
        `update guardians g set relation = $4 where ${OF_MEMBER('g')} and g.source_id is null and g.relation <> $4
           and not exists (select from guardians other where ${OF_MEMBER('other')} and other.id <> g.id)
         returning id`,
        parameters,
      );
      if (corrected.length > 0) return 'updated';
    }
    const created = await manager.query<unknown[]>(
      `with own as (select * from guardians g where ${OF_MEMBER('g')})
       insert into guardians (school_id, student_id, membership_id, shared_membership_id, source, first_name, last_name, email,
         phone, relation, profile_visibility, hidden_by_default, created_at)
       select $1, $3, case when already.there then null else m.id end, case when already.there then m.id end, 'registration',
         case when already.there then initcap($4::text) else coalesce(m.first_name, u.first_name, initcap($4::text)) end,
         case when already.there then '' else coalesce(m.last_name, u.last_name, '') end, u.email,
         case when already.there then null else m.phone end, $4::text, m.profile_visibility, m.hidden_by_default, $5
       from memberships m join users u on u.id = m.user_id
       cross join (select exists (select from own) as there) already
       where m.school_id = $1 and m.id = $2 and not exists (select from own where ${fits('own.relation', '$4::text')})
       on conflict do nothing
       returning id`,
      [...parameters, link.now],
    );
    return created.length > 0 ? 'created' : 'unchanged';
  }

  /**
   * One choice across schools, and the more private one where two meet. What a school hides by default is none. The
   * memberships follow (`MemberLinksService`).
   * @returns students of whom it shows or hides a contact
   */
  unifyVisibility(manager: EntityManager, userId: string, now: Date): Promise<StudentOfSchool[]> {
    return manager.query(
      `with own as materialized (
         select g.school_id, g.id, g.profile_visibility as visibility, g.hidden_by_default
         from memberships m join guardians linked on linked.school_id = m.school_id and linked.membership_id = m.id
         join guardians g on ${isOfAccount('g', 'linked')}
         where m.user_id = $1),
       choice as (
         select case when bool_or(visibility = 'name_only') then 'name_only' else 'full' end as visibility from (
           select profile_visibility as visibility from memberships where user_id = $1 and not hidden_by_default
           union all
           select visibility from own where not hidden_by_default) all_of_them),
       flipped as (
         update guardians g set profile_visibility = choice.visibility, hidden_by_default = false from choice, own
         where (g.school_id, g.id) = (own.school_id, own.id)
           and (choice.visibility = 'name_only' or not g.hidden_by_default)
           and (g.profile_visibility <> choice.visibility or g.hidden_by_default)
         returning g.school_id, g.id, g.student_id, g.profile_visibility = 'full' as visible,
           g.profile_visibility <> own.visibility as flips),
       noted as (
         insert into visibility_changes (school_id, guardian_id, visible, changed_at)
         select school_id, id, visible, $2 from flipped where flips)
       select distinct school_id as "schoolId", student_id as id from flipped where flips order by 1, 2`,
      [userId, now],
    );
  }

  /**
   * Takes the member's guardian records off the roster, and notes those that a source would name again. Where they are kept apart
   * from a student the record stays, without the member, and is noted as well: it restricts them again when they come back.
   * @returns the students whom they were of
   */
  async removeLink(
    manager: EntityManager,
    member: { schoolId: string; membershipId: string; userId: string },
  ): Promise<string[]> {
    const rows = await manager.query<{ student_id: string }[]>(
      `with own as materialized (
         select distinct g.id from guardians linked join guardians g on ${isOfAccount('g', 'linked')}
         where linked.school_id = $2 and linked.membership_id = $1),
       restricted as (
         update guardians g set membership_id = null, shared_membership_id = null from own
         where g.school_id = $2 and g.id = own.id and g.restricted_at is not null
         returning g.student_id, g.source, ${DEPARTED_KEY} as source_id),
       removed as (
         delete from guardians g using own where g.school_id = $2 and g.id = own.id and g.restricted_at is null
         returning g.student_id, g.source, g.source_id),
       noted as (
         insert into guardian_departures (student_id, source, source_id, school_id, user_id)
         select student_id, source, source_id, $2, $3 from (select * from removed union all select * from restricted) gone
         where source_id is not null
         on conflict (school_id, student_id, source, source_id) do update set user_id = excluded.user_id)
       select distinct student_id from removed order by student_id`,
      [member.membershipId, member.schoolId, member.userId],
    );
    return rows.map(({ student_id }) => student_id);
  }

  /**
   * Records that keep the member apart from a student, and that they left behind with the school: whoever comes back with another
   * address is the same person.
   * @returns how many
   */
  async linkLeftRestrictions(
    manager: EntityManager,
    { schoolId, membershipId }: { schoolId: string; membershipId: string },
  ): Promise<number> {
    const [linked] = await manager.query<[unknown[], number]>(
      `update guardians left_behind set membership_id = case when pick.is_first then $2::uuid end,
         shared_membership_id = case when not pick.is_first then $2::uuid end
       from (
         select g.id, row_number() over (partition by g.student_id order by g.id) = 1 and not exists (
           select from guardians linked where linked.school_id = $1 and linked.student_id = g.student_id
             and linked.membership_id = $2) as is_first
         from memberships m join guardian_departures d on d.school_id = m.school_id and d.user_id = m.user_id
         join guardians g on g.school_id = $1 and g.student_id = d.student_id and g.source = d.source
           and ${DEPARTED_KEY} = d.source_id and g.restricted_at is not null and ${accountOf('g')} is null
         where m.school_id = $1 and m.id = $2) pick
       where left_behind.school_id = $1 and left_behind.id = pick.id
       returning left_behind.id`,
      [schoolId, membershipId],
    );
    return linked.length;
  }

  /** Students of whom the member is on file as a guardian. */
  async findStudentsOf(
    manager: EntityManager,
    { schoolId, membershipId }: { schoolId: string; membershipId: string },
  ): Promise<string[]> {
    const rows = await manager.query<{ student_id: string }[]>(
      `select distinct student_id from guardians
       where school_id = $1 and (membership_id = $2 or shared_membership_id = $2) order by student_id`,
      [schoolId, membershipId],
    );
    return rows.map(({ student_id }) => student_id);
  }

  /** The person's linked, non-archived students in schools where the membership is active. */
  linkedStudents(userId: string): Promise<LinkedStudent[]> {
    return this.dataSource.query(
      `select s.school_id, s.id as student_id, g.relation
       from memberships m
       join family_guardians g on g.school_id = m.school_id and g.membership_id = m.id
       join students s on s.school_id = g.school_id and s.id = g.student_id and s.archived_at is null
       where m.user_id = $1 and m.deactivated_at is null
       order by s.school_id, s.last_name, s.first_name, s.id`,
      [userId],
    );
  }
}
