import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { hasGraduated } from '../../../policy/organization-access.js';
import { accountOf } from '../../../policy/privacy-mask.js';
import {
  ARRIVALS,
  COPY,
  HIDE,
  LINK,
  PAIRS,
  READDRESSED,
  RESTRICT_ARRIVALS,
  SHARE,
  STALE,
  TIES,
  UNLINK,
  UNLINKS_RESTRICTED,
} from './family-records.sql.js';
import type { RemovedGuardian } from '../guardians/guardian-removals.service.js';
import { PROMOTE_SHARED } from '../guardians/withdrawn-guardians.sql.js';
import { LINK_MEMBERS } from '../roster/roster-import.sql.js';
import type { ReaddressedGuardian } from '../roster/roster-import.repository.js';
import type { GuardianRelation } from '../guardians/guardian-relation.js';

/** A student of a source who comes from another of its schools, or back from it. */
export interface Arrival {
  sourceId: string;
  /** The record that they had until now. */
  fromSchoolId: string;
  fromId: string;
  fromName: string;
  /** On the roster there still. */
  isThere: boolean;
}

/** A member of the school that the student comes from. */
export interface Account {
  userId: string;
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
}

/** An adult of a source, and the address that it now has of them. */
export interface Readdressed {
  sourceId: string;
  email: string;
}

export interface StudentCopy {
  schoolId: string;
  id: string;
}

/** Records of a person that were taken off a student, at each school of the student. */
export interface UnlinkedRecords {
  records: number;
  /** Memberships that lost a link, by school. */
  memberships: Map<string, string[]>;
  guardians: { schoolId: string; removed: RemovedGuardian[] }[];
}

interface UnlinkedRow {
  n: number;
  memberships: string[];
  emails: string[];
}

export type UnlinkWhom = { email: string } | { guardianId: string };

/** A guardian as an operator sees them. */
export interface ListedGuardian {
  guardian_id: string;
  student_source_id: string;
  student_name: string;
  name: string;
  relation: GuardianRelation;
  email: string | null;
  /** Membership of the account that is linked to the record. */
  membership_id: string | null;
  source: string;
  restricted: boolean;
  /** Last day at the school; null without an end, or without a restriction. */
  restricted_until: string | null;
}

interface Target {
  schoolId: string;
  source: string;
}

@Injectable()
export class FamilyRecordsRepository {
  constructor(private readonly dataSource: DataSource) {}

  findArrivals(
    manager: EntityManager,
    { schoolId, source }: Target,
    sourceIds: string[],
  ): Promise<Arrival[]> {
    return manager.query(ARRIVALS, [schoolId, source, sourceIds]);
  }

  /** In one order: two imports at once that make the same people members do not wait for each other in a circle. */
  findAccounts(
    manager: EntityManager,
    { schoolId, source }: Target,
    arrivals: Arrival[],
  ): Promise<Account[]> {
    return manager.query(
      `with ${PAIRS}, ${TIES}
       select distinct on (tie.user_id) tie.user_id as "userId", member.first_name as "firstName",
         member.last_name as "lastName", member.phone
       from tie join memberships member on member.school_id = tie.old_school_id and member.id = tie.old_membership_id
       where not exists (select from memberships mine where mine.school_id = $1 and mine.user_id = tie.user_id)
       order by tie.user_id, member.joined_at`,
      [schoolId, source, asPairs(arrivals)],
    );
  }

  async transferRecords(
    manager: EntityManager,
    { schoolId, source, now }: Target & { now: Date },
    arrivals: Arrival[],
  ): Promise<ReaddressedGuardian[]> {
    const pairs = asPairs(arrivals);
    await manager.query(COPY, [schoolId, source, pairs, now]);
    await manager.query(RESTRICT_ARRIVALS, [schoolId, source, pairs]);
    await manager.query(LINK, [schoolId, source, pairs]);
    await manager.query(SHARE, [schoolId, source, pairs]);
    // A person who becomes a member by this is linked to their other children here, too.
    const linked = await manager.query<{ email: string }[]>(
      `with ${PAIRS} select distinct g.email from pair join guardians g on g.school_id = $1 and g.student_id = pair.student_id
       where g.membership_id is not null and g.email is not null`,
      [schoolId, source, pairs],
    );
    await manager.query(LINK_MEMBERS, [schoolId, linked.map(({ email }) => email), now]);
    await manager.query(HIDE, [schoolId, source, pairs, now]);
    return manager.query(READDRESSED, [schoolId, source, pairs]);
  }

  async schoolsWithStaleLinks(
    manager: EntityManager,
    source: string,
    people: Readdressed[],
  ): Promise<{ id: string; shortName: string; name: string }[]> {
    return await manager.query(
      `select distinct school.id, school.short_name as "shortName", school.name
       from jsonb_to_recordset($2::jsonb) as changed(source_id text, email text)
       join guardians g on ${STALE}
       join schools school on school.id = g.school_id and school.source = $1 order by school.id`,
      [source, asPeople(people)],
    );
  }

  /** Ends links by an outdated address. An account that holds the new address stays linked. */
  async endStaleLinks(
    manager: EntityManager,
    { schoolId, source }: Target,
    people: Readdressed[],
  ): Promise<string[]> {
    const [rows] = await manager.query<[{ membership_id: string | null }[], number]>(
      `with stale as materialized (
         select g.id, ${accountOf('g')} as membership_id, changed.email from jsonb_to_recordset($2::jsonb)
           as changed(source_id text, email text)
         join guardians g on g.school_id = $3 and ${STALE})
       update guardians g set email = stale.email, source_digest = null, disowned = false, shared_membership_id = null,
         membership_id = (select m.id from memberships m join user_addresses held on held.user_id = m.user_id
           where m.school_id = $3 and m.id = g.membership_id and held.email = stale.email)
       from stale where g.school_id = $3 and g.id = stale.id returning stale.membership_id`,
      [source, asPeople(people), schoolId],
    );
    await manager.query(PROMOTE_SHARED, [schoolId]);
    return rows.flatMap(({ membership_id }) => membership_id ?? []);
  }

  copies(manager: EntityManager, schoolId: string, sourceId: string): Promise<StudentCopy[]> {
    return manager.query(
      `select s.school_id as "schoolId", s.id from students s where s.school_id = $1 and s.source_id = $2
       union
       select other.school_id, other.id from students s
       join schools home on home.id = s.school_id and home.source = s.source
       join schools also on also.source = home.source
       join students other on other.school_id = also.id and other.source = s.source and other.source_id = s.source_id
       where s.school_id = $1 and s.source_id = $2
       order by 1, 2`,
      [schoolId, sourceId],
    );
  }

  async unlink(manager: EntityManager, copies: StudentCopy[], whom: UnlinkWhom): Promise<UnlinkedRecords> {
    const email = 'email' in whom ? whom.email : null;
    const ids = 'guardianId' in whom ? await this.sameRecords(manager, copies, whom.guardianId) : [];
    const found: UnlinkedRecords = { records: 0, memberships: new Map(), guardians: [] };
    for (const { schoolId, id } of copies) {
      const parameters = [schoolId, id, email, ids];
      const [row] = await manager.query<UnlinkedRow[]>(UNLINK, parameters);
      await manager.query(PROMOTE_SHARED, [schoolId]);
      found.records += row!.n;
      const emails = new Set([...(email === null ? [] : [email]), ...row!.emails]);
      found.guardians.push({
        schoolId,
        removed: [...emails].map((each) => ({ student_id: id, email: each })),
      });
      found.memberships.set(schoolId, [...(found.memberships.get(schoolId) ?? []), ...row!.memberships]);
    }
    return found;
  }

  async isRestricted(manager: EntityManager, copies: StudentCopy[], whom: UnlinkWhom): Promise<boolean> {
    const email = 'email' in whom ? whom.email : null;
    const ids = 'guardianId' in whom ? await this.sameRecords(manager, copies, whom.guardianId) : [];
    for (const { schoolId, id } of copies) {
      const found = await manager.query<unknown[]>(UNLINKS_RESTRICTED, [schoolId, id, email, ids]);
      if (found.length > 0) return true;
    }
    return false;
  }

  /** By student, then as everywhere. */
  listGuardians(schoolId: string, student: string | null): Promise<ListedGuardian[]> {
    return this.dataSource.query(
      `select g.id as guardian_id, s.source_id as student_source_id, trim(s.first_name || ' ' || s.last_name) as student_name,
         trim(g.first_name || ' ' || g.last_name) as name, g.relation, g.email, ${accountOf('g')} as membership_id, g.source,
         g.restricted_at is not null as restricted, to_char(g.restricted_until, 'YYYY-MM-DD') as restricted_until
       from guardians g join students s on s.school_id = g.school_id and s.id = g.student_id
       where g.school_id = $1 and ($2::text is null and s.archived_at is null or s.source_id = $2)
       order by s.last_name, s.first_name, s.id, g.is_primary desc, g.last_name, g.first_name, g.id`,
      [schoolId, student],
    );
  }

  /** @param before null: today at the school */
  async archiveGraduated(
    manager: EntityManager,
    schoolId: string,
    before: Date | null,
    now: Date,
  ): Promise<string[]> {
    const day = `coalesce($2::date, ($3::timestamptz at time zone home.time_zone)::date)`;
    const [archived] = await manager.query<[{ id: string }[], number]>(
      `update students s set archived_at = $3, updated_at = $3 from schools home
       where s.school_id = $1 and home.id = $1 and s.archived_at is null and ${hasGraduated('s', day)}
       returning s.id`,
      [schoolId, before?.toISOString().slice(0, 10) ?? null, now],
    );
    return archived.map(({ id }) => id);
  }

  /** The record, and what the same source has of the same adult at the other copies of the student. */
  private async sameRecords(
    manager: EntityManager,
    copies: StudentCopy[],
    guardianId: string,
  ): Promise<string[]> {
    const rows = await manager.query<{ id: string }[]>(
      `with copy as (select * from unnest($1::uuid[], $2::uuid[]) as c(school_id, id)),
       mine as (select g.* from copy join guardians g on g.school_id = copy.school_id and g.student_id = copy.id)
       select other.id from mine one join mine other on other.id = one.id
         or other.source = one.source and other.source_id = one.source_id
       where one.id = $3`,
      [copies.map(({ schoolId }) => schoolId), copies.map(({ id }) => id), guardianId],
    );
    return rows.map(({ id }) => id);
  }
}

const asPairs = (arrivals: Arrival[]): string =>
  JSON.stringify(
    arrivals.map(({ sourceId, fromSchoolId, fromId }) => ({
      source_id: sourceId,
      school_id: fromSchoolId,
      student_id: fromId,
    })),
  );

const asPeople = (people: Readdressed[]): string =>
  JSON.stringify(people.map(({ sourceId, email }) => ({ source_id: sourceId, email })));
