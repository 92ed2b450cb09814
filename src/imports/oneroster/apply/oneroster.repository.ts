import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { GUARDIAN_COLUMNS } from '../../../features/directory/guardians/guardian.columns.js';
import { selectedAsProperties } from '../../../platform/database/row-columns.js';
import { slug } from '../../../platform/text/normalize.js';
import type {
  StoredClass,
  StoredGuardian,
  StoredPlacement,
  StoredSchool,
  StoredStudent,
} from '../resolve/stored-roster.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';

export interface ImportedSchool {
  id: string;
  shortName: string;
  name: string;
  /** IANA name. */
  timeZone: string;
}

interface NewSchool {
  source: string;
  sourceId: string;
  name: string;
  timeZone: string;
}

/** The schools of the source, $1. */
const MINE = 'mine as (select id, source_id from schools where source = $1)';

const PLACEMENTS = `
with ${MINE},
asked as (
  select unnest($2::text[]) as source_id
  union
  select s.source_id from guardians g join mine on mine.id = g.school_id
    join students s on s.school_id = g.school_id and s.id = g.student_id
  where g.source = $1 and g.source_id = any ($2::text[])
)
select mine.source_id as "schoolSourceId", s.source_id as "sourceId", 'student' as kind,
  null as title, null as department
from students s join mine on mine.id = s.school_id join asked on asked.source_id = s.source_id
where s.source = $1 and s.archived_at is null
union all
select mine.source_id, s.source_id, 'staff', s.title, s.department
from staff_members s join mine on mine.id = s.school_id join asked on asked.source_id = s.source_id
where s.source = $1 and s.archived_at is null`;

// Those of archived students last: no export of changes has kept their contact up to date.
const GUARDIANS = `
with ${MINE}
select mine.source_id as "schoolSourceId", s.source_id as "studentSourceId", g.source_id as "sourceId",
  g.source_digest as digest, ${selectedAsProperties(GUARDIAN_COLUMNS, 'g')}
from guardians g
join mine on mine.id = g.school_id
join students s on s.school_id = g.school_id and s.id = g.student_id
where g.source = $1 and s.source = $1 and g.source_id is not null
  and (s.source_id = any ($2::text[]) or g.source_id = any ($2::text[]))
order by s.archived_at is not null, mine.source_id, s.source_id, g.source_id`;

@Injectable()
export class OneRosterRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {}

  transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.transactions.run(work);
  }

  /** Outside any transaction. */
  get manager(): EntityManager {
    return this.dataSource.manager;
  }

  async schoolsBySourceId(source: string): Promise<Map<string, StoredSchool>> {
    const rows = await this.dataSource.query<(StoredSchool & { source_id: string })[]>(
      `select id, name, source_id from schools where source = $1`,
      [source],
    );
    return new Map(rows.map(({ source_id, id, name }) => [source_id, { id, name }]));
  }

  /** `YYYY-MM-DD`: today at the schools of the source, the earliest where they are days apart; null without any. */
  async dayAtSchools(source: string, now: Date): Promise<string | null> {
    const [row] = await this.dataSource.query<[{ day: string | null }]>(
      `select min(($2::timestamptz at time zone time_zone)::date)::text as day from schools where source = $1`,
      [source, now],
    );
    return row.day;
  }

  /** Where people are, and the students of whom they are guardians. */
  placementsOf(source: string, sourceIds: string[]): Promise<StoredPlacement[]> {
    return this.dataSource.query(PLACEMENTS, [source, sourceIds]);
  }

  /** Everybody on the rosters of the source. */
  studentsOf(source: string): Promise<StoredStudent[]> {
    return this.dataSource.query(
      `with ${MINE}
       select s.school_id as "schoolId", mine.source_id as "schoolSourceId", s.source_id as "sourceId",
         s.graduation_year as "graduationYear", s.grade
       from students s join mine on mine.id = s.school_id where s.source = $1 and s.archived_at is null`,
      [source],
    );
  }

  /** The links in which people are the student or the adult. */
  guardiansOf(source: string, sourceIds: string[]): Promise<StoredGuardian[]> {
    return this.dataSource.query(GUARDIANS, [source, sourceIds]);
  }

  /** By source id; of a class that has moved to another school the one that it left counts last. */
  async classesOf(source: string): Promise<Map<string, StoredClass>> {
    const rows = await this.dataSource.query<(StoredClass & { source_id: string })[]>(
      `with ${MINE}
       select o.source_id, mine.source_id as "schoolSourceId", o.archived_at is not null as archived
       from organizations o join mine on mine.id = o.school_id
       where o.source = $1 order by o.archived_at is null`,
      [source],
    );
    return new Map(rows.map(({ source_id, ...stored }) => [source_id, stored]));
  }

  async findSchool(manager: EntityManager, source: string, sourceId: string): Promise<ImportedSchool | null> {
    const [school] = await manager.query<ImportedSchool[]>(
      `select id, short_name as "shortName", name, time_zone as "timeZone" from schools where source = $1 and source_id = $2`,
      [source, sourceId],
    );
    return school ?? null;
  }

  /** Two imports at once make a school once, and no two schools get one short name. */
  async lockSchools(manager: EntityManager): Promise<void> {
    await manager.query(`select pg_advisory_xact_lock(hashtextextended('oneroster:schools', 0))`);
  }

  async createSchool(manager: EntityManager, school: NewSchool): Promise<ImportedSchool> {
    const base = slug(school.name).slice(0, 80) || 'school';
    for (let attempt = 1; ; attempt += 1) {
      const shortName = attempt === 1 ? base : `${base}-${attempt}`;
      const [created] = await manager.query<ImportedSchool[]>(
        `insert into schools (short_name, name, time_zone, country, locale, source, source_id)
         values ($1, $2, $3, 'US', 'en-US', $4, $5)
         on conflict (short_name) do nothing
         returning id, short_name as "shortName", name, time_zone as "timeZone"`,
        [shortName, school.name, school.timeZone, school.source, school.sourceId],
      );
      if (created) return created;
    }
  }

  async endRegistration(manager: EntityManager, id: string): Promise<void> {
    await manager.query(
      `update schools set guardians_may_register = false where id = $1 and guardians_may_register`,
      [id],
    );
  }

  async changeSchool(manager: EntityManager, id: string, name: string, timeZone: string): Promise<void> {
    await manager.query(`update schools set name = $2, time_zone = $3, updated_at = now() where id = $1`, [
      id,
      name,
      timeZone,
    ]);
  }
}
