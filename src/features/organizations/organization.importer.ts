import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { chunks } from '../../platform/database/chunks.js';
import { addCounts, noCounts, type RowCounts } from '../../platform/import-report.js';
import {
  type ImportedOrganization,
  type ImportedRoster,
  type KnownOrganization,
  type LeaderImport,
  type OrganizationImportTarget,
  type SchoolPeople,
  ShortNames,
} from './organization-import.js';
import { OrganizationImportRepository } from './organization-import.repository.js';

export type {
  ImportedLeader,
  ImportedOrganization,
  ImportedRoster,
  OrganizationImportTarget,
} from './organization-import.js';

/**
 * The way in for organizations from outside, in sets and inside the caller's transaction, which holds the school's
 * import lock (`lockImportsOfSchool`). As with the roster, an organization whose digest is the stored one is
 * left as it is. People whom an import put somewhere it may take away again; those added by hand it never does.
 */
@Injectable()
export class OrganizationImporter {
  constructor(private readonly repository: OrganizationImportRepository) {}

  /** Creates, updates (digest differs), archives and revives organizations by (school, source, source id). */
  async importOrganizations(
    manager: EntityManager,
    target: OrganizationImportTarget & { organizations: ImportedOrganization[]; now: Date },
  ): Promise<RowCounts> {
    const known = await this.repository.findOrganizations(manager, target.schoolId);
    const own = known.filter(({ source }) => source === target.source);
    const named = new Map(own.map(({ sourceId, shortName }) => [sourceId, shortName]));
    const free = new ShortNames(new Set(known.map(({ shortName }) => shortName)));
    const counts = noCounts();
    for (const chunk of chunks(target.organizations, CHUNK)) {
      const organizations = chunk.map((one) => ({
        ...one,
        shortName: named.get(one.sourceId) ?? free.take(one.shortNameFrom, one.kind),
      }));
      addCounts(counts, await this.repository.writeOrganizations(manager, { ...target, organizations }));
    }
    return counts;
  }

  /** Hides organizations from all but admins; their rosters, leaders and content stay. */
  archive(
    manager: EntityManager,
    target: OrganizationImportTarget & { sourceIds: string[]; now: Date },
  ): Promise<number> {
    return this.repository.archive(manager, target);
  }

  /** By source id. */
  async known(
    manager: EntityManager,
    { schoolId, source }: OrganizationImportTarget,
  ): Promise<Map<string, KnownOrganization>> {
    const known = await this.repository.findOrganizations(manager, schoolId);
    const own = known.filter((organization) => organization.source === source);
    return new Map(own.map((organization) => [organization.sourceId, organization]));
  }

  /** Those of the school whom this source brought. */
  people(manager: EntityManager, target: OrganizationImportTarget): Promise<SchoolPeople> {
    return this.repository.people(manager, target);
  }

  /** @param target `untouched`: ids of students who stay where they are, of whom the source said nothing readable */
  async importStudents(
    manager: EntityManager,
    target: OrganizationImportTarget & { rosters: ImportedRoster<string>[]; untouched: string[]; now: Date },
  ): Promise<RowCounts> {
    const counts = noCounts();
    for (const rosters of chunks(target.rosters, CHUNK)) {
      addCounts(counts, await this.repository.writeStudents(manager, { ...target, rosters }));
    }
    return counts;
  }

  /** Adds parents to rosters; none is ever taken away. */
  async importParents(
    manager: EntityManager,
    target: { schoolId: string; rosters: ImportedRoster<string>[]; now: Date },
  ): Promise<RowCounts> {
    const counts = noCounts();
    for (const rosters of chunks(target.rosters, CHUNK)) {
      addCounts(counts, await this.repository.addParents(manager, { ...target, rosters }));
    }
    return counts;
  }

  /** Somebody who leads already keeps their place; those who are new come last, in the order given. */
  async importLeaders(
    manager: EntityManager,
    target: OrganizationImportTarget & LeaderImport,
  ): Promise<RowCounts> {
    const counts = noCounts();
    for (const rosters of chunks(target.rosters, CHUNK)) {
      addCounts(counts, await this.repository.writeLeaders(manager, { ...target, rosters }));
    }
    return counts;
  }
}

const CHUNK = 500;
