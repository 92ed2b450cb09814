import { Injectable } from '@nestjs/common';
import { DataSource, type DeepPartial, type FindOptionsWhere } from 'typeorm';
import { auditSchools } from '../../platform/audit/operation.js';
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
    await this.transactions.run((manager) => manager.update(School, { id }, changes));
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
      record({ manager, schoolId }, { kind: 'features.changed', id: schoolId });
    });
  }
}
