import { Injectable } from '@nestjs/common';
import { DataSource, type DeepPartial, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { auditSchools } from '../../platform/audit/operation.js';
import type { DefaultAddress, ProfileVisibility } from '../../policy/privacy-mask.js';
import type { FeatureFlags } from '../../policy/school-feature.js';
import { School } from './school.entity.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';
import { record } from '../../platform/journal/recorded-changes.js';

export interface SchoolSummary {
  school_id: string;
  short_name: string;
  name: string;
  time_zone: string;
  /** Non-archived. */
  students: number;
  /** Active memberships. */
  members: number;
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

@Injectable()
export class SchoolsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {}

  insertSchool(school: DeepPartial<School>): Promise<School> {
    return this.transactions.run(async (manager) => {
      const inserted = await manager.save(manager.create(School, school));
      auditSchools([inserted.id]);
      return inserted;
    });
  }

  findOneBy(where: FindOptionsWhere<School>): Promise<School | null> {
    return this.dataSource.manager.findOneBy(School, where);
  }

  async updateSchool(id: string, changes: Partial<School>): Promise<void> {
    await this.transactions.run(async (manager) => {
      await manager.update(School, { id }, changes);
      record({ manager, schoolId: id }, { kind: 'school.changed', id });
    });
  }

  /** By short name. */
  async summaries(): Promise<SchoolSummary[]> {
    const schools = await this.dataSource.query<SchoolSummary[]>(`
      select id as school_id, short_name, name, time_zone,
        (select count(*)::int from students where school_id = schools.id and archived_at is null) as students,
        (select count(*)::int from memberships where school_id = schools.id and deactivated_at is null) as members
      from schools order by short_name`);
    return schools;
  }

  /** Merged by the database: two operators at once do not undo each other. */
  async mergeFeatures(schoolId: string, changes: Partial<FeatureFlags>): Promise<void> {
    await this.transactions.run(async (manager) => {
      await manager.query(`update schools set features = features || $2::jsonb where id = $1`, [
        schoolId,
        JSON.stringify(changes),
      ]);
      const ids = { features: Object.keys(changes) };
      record({ manager, schoolId }, { kind: 'features.changed', id: schoolId, ids });
    });
  }

  /** @returns the names of the columns that have changed */
  async updateDefaults(
    manager: EntityManager,
    schoolId: string,
    { visibility, address }: SchoolDefaults,
    now: Date,
  ): Promise<(keyof StoredDefaults)[]> {
    const [was] = await manager.query<[StoredDefaults]>(
      'select default_visibility, default_address from schools where id = $1 for update',
      [schoolId],
    );
    const wanted = {
      default_visibility: visibility ?? was.default_visibility,
      default_address: address ?? was.default_address,
    };
    await manager.query(
      'update schools set default_visibility = $2, default_address = $3, updated_at = $4 where id = $1',
      [schoolId, wanted.default_visibility, wanted.default_address, now],
    );
    return (['default_visibility', 'default_address'] as const).filter((name) => was[name] !== wanted[name]);
  }
}
