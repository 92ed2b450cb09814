import { GuardianRemovals } from '../../../src/features/directory/guardians/guardian-removals.service.js';
import { RosterImportRepository } from '../../../src/features/directory/roster/roster-import.repository.js';
import { FamilyRecordsRepository } from '../../../src/features/directory/families/family-records.repository.js';
import { FamilyRecordsService } from '../../../src/features/directory/families/family-records.service.js';
import { CorrectionImporter } from '../../../src/features/corrections/correction.importer.js';
import { SettlementsRepository } from '../../../src/features/corrections/settlements.repository.js';
import { FamiliesService } from '../../../src/features/memberships/families.service.js';
import { ArchiveLimit } from '../../../src/imports/oneroster/apply/archive-limit.js';
import { DistrictImporter } from '../../../src/imports/oneroster/apply/district-importer.js';
import { FormerSchoolRepository } from '../../../src/imports/oneroster/apply/former-school.repository.js';
import { RestrictedAgents } from '../../../src/imports/oneroster/apply/restricted-agents.js';
import { RestrictedAgentsRepository } from '../../../src/imports/oneroster/apply/restricted-agents.repository.js';
import { RosterWriter } from '../../../src/imports/oneroster/apply/roster-writer.js';
import { FamilyImporter } from '../../../src/imports/oneroster/apply/family-importer.js';

import { RosterImporter } from '../../../src/features/directory/roster/roster.importer.js';
import { OrganizationImportRepository } from '../../../src/features/organizations/organization-import.repository.js';
import { OrganizationImporter } from '../../../src/features/organizations/organization.importer.js';
import { StaffImportRepository } from '../../../src/features/staff/staff-import.repository.js';
import { StaffImporter } from '../../../src/features/staff/staff.importer.js';
import { ImportRunsRepository } from '../../../src/imports/import-runs.repository.js';
import { ImportRuns } from '../../../src/imports/import-runs.service.js';
import { ClassImporter } from '../../../src/imports/oneroster/apply/class-importer.js';
import { NO_PROGRESS } from '../../../src/platform/import-report.js';
import type { ImportIssue, ImportReport } from '../../../src/platform/import-report.js';
import {
  OneRosterImportService,
  type OneRosterImport,
} from '../../../src/imports/oneroster/oneroster-import.service.js';
import { OneRosterRepository } from '../../../src/imports/oneroster/apply/oneroster.repository.js';
import { SchoolImporter } from '../../../src/imports/oneroster/apply/school-importer.js';
import { TestClock } from '../../support/test-clock.js';
import { createTestDatabase, empty, type TestDatabase } from '../../support/database/test-database.js';
import { membershipsOf, restrictionsOf } from '../leaver.js';
import type { OneRosterFiles } from './oneroster-files.js';
import { removeTemporaryFolders } from '../temporary-folder.js';
import { transactionsOf } from '../../support/database/transactions-of.js';

/** The import on a database of the test file's own, on 21 November 2026. */
export class Importer {
  readonly clock = new TestClock();
  readonly service: OneRosterImportService;

  private constructor(readonly database: TestDatabase) {
    const repository = new OneRosterRepository(database.dataSource, transactionsOf(database.dataSource));
    const roster = new RosterImporter(new RosterImportRepository(), new GuardianRemovals());
    const staff = new StaffImporter(new StaffImportRepository());
    const organizations = new OrganizationImporter(new OrganizationImportRepository());
    const classes = new ClassImporter(organizations, this.clock);
    const records = new FamilyRecordsService(
      new FamilyRecordsRepository(database.dataSource),
      new GuardianRemovals(),
    );
    const memberships = membershipsOf(database.dataSource, this.clock);
    const families = new FamiliesService(
      transactionsOf(database.dataSource),
      records,
      memberships,
      this.clock,
    );
    const limit = new ArchiveLimit(roster);
    const rows = new RosterWriter(roster, this.clock);
    const restricted = new RestrictedAgents(
      new RestrictedAgentsRepository(),
      restrictionsOf(database.dataSource, this.clock),
    );
    const people = new FamilyImporter(rows, families, new FormerSchoolRepository(), limit, restricted);
    const importer = new SchoolImporter(repository, people, staff, classes, this.clock);
    const corrections = new CorrectionImporter(new SettlementsRepository(), this.clock);
    const district = new DistrictImporter(repository, importer, people, limit, corrections);
    const runs = new ImportRuns(
      transactionsOf(database.dataSource),
      new ImportRunsRepository(database.dataSource),
      this.clock,
    );
    this.service = new OneRosterImportService(repository, district, runs, this.clock);
    this.clock.moveTo('2026-11-21T15:00:00Z');
  }

  static async create(): Promise<Importer> {
    return new Importer(await createTestDatabase());
  }

  /** With everything allowed and a time zone, unless said otherwise. */
  async run(from: OneRosterFiles | string, options: Partial<OneRosterImport> = {}): Promise<ImportReport> {
    return this.service.run({
      path: typeof from === 'string' ? from : await from.inFolder(),
      timeZone: 'America/New_York',
      dryRun: false,
      archiveLimitPercent: 100,
      progress: NO_PROGRESS,
      ...options,
    });
  }

  rows<T = Record<string, unknown>>(sql: string, params: unknown[] = []): Promise<T[]> {
    return this.database.dataSource.query(sql, params);
  }

  /** Source ids of the students on the roster. */
  async roster(): Promise<string[]> {
    const rows = await this.rows<{ id: string }>(
      `select sc.source_id || '/' || s.source_id as id from students s join schools sc on sc.id = s.school_id
       where s.archived_at is null order by 1`,
    );
    return rows.map((row) => row.id);
  }

  /** `student: adult relation` of every link. */
  async links(): Promise<string[]> {
    const rows = await this.rows<{ link: string }>(
      `select s.source_id || ': ' || g.source_id || ' ' || g.relation as link
       from guardians g join students s on s.id = g.student_id order by 1`,
    );
    return rows.map((row) => row.link);
  }

  /** `class: students | leaders` of every class that is not archived, as source ids; leaders in their order. */
  async classes(): Promise<string[]> {
    const rows = await this.rows<{ told: string }>(
      `select o.source_id || ': ' || coalesce((
         select string_agg(s.source_id, ' ' order by s.source_id)
         from organization_students os join students s on s.id = os.student_id
         where os.organization_id = o.id), '') || ' | ' || coalesce((
         select string_agg(sm.source_id || ' ' || l.title, ', ' order by l.position)
         from organization_leaders l join staff_members sm on sm.id = l.staff_member_id
         where l.organization_id = o.id), '') as told
       from organizations o where o.archived_at is null order by 1`,
    );
    return rows.map((row) => row.told);
  }

  async archivedClasses(): Promise<string[]> {
    const rows = await this.rows<{ id: string }>(
      `select source_id as id from organizations where archived_at is not null order by 1`,
    );
    return rows.map((row) => row.id);
  }

  /** Somebody who has joined the first school, with a verified email. */
  async member(email: string, visibility = 'full', name: [string, string] | [] = []): Promise<string> {
    const [row] = await this.rows<{ id: string }>(
      `with person as (
         insert into users (email, email_verified_at, first_name, last_name) values ($1, now(), $3, $4) returning id)
       insert into memberships (school_id, user_id, role, profile_visibility, joined_at)
       select (select id from schools limit 1), id, 'parent', $2, now() from person returning id`,
      [email, visibility, name[0], name[1]],
    );
    return row!.id;
  }

  /** A member becomes whom the source has as this adult, for every child. */
  async link(sourceId: string, membershipId: string): Promise<void> {
    await this.rows(
      `update guardians g set membership_id = m.id, profile_visibility = m.profile_visibility
       from memberships m where m.id = $1 and g.source_id = $2`,
      [membershipId, sourceId],
    );
  }

  async close(): Promise<void> {
    await removeTemporaryFolders();
    await this.database.drop();
  }

  async empty(): Promise<void> {
    await empty(this.database.dataSource);
  }
}

/** `file:line code value`, for one look. */
export const told = (issues: ImportIssue[]): string[] =>
  issues.map(({ file, line, code, value }) => `${file}:${line} ${code} ${value}`.trim());
