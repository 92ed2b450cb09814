import { Injectable } from '@nestjs/common';
import { DataSource, type DeepPartial, type FindOptionsWhere } from 'typeorm';
import type { FeatureFlags } from '../../access/school-feature.js';
import { School } from './school.entity.js';

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
  constructor(private readonly dataSource: DataSource) {}

  insert(school: DeepPartial<School>): Promise<School> {
    return this.dataSource.manager.save(this.dataSource.manager.create(School, school));
  }

  findOneBy(where: FindOptionsWhere<School>): Promise<School | null> {
    return this.dataSource.manager.findOneBy(School, where);
  }

  /** By short name. */
  summaries(): Promise<SchoolSummary[]> {
    return this.dataSource.query(`
      select id as school_id, short_name, name, time_zone,
        (select count(*)::int from students where school_id = schools.id and archived_at is null) as students,
        (select count(*)::int from memberships where school_id = schools.id and deactivated_at is null) as members
      from schools order by short_name`);
  }

  /** Merged by the database: two operators at once do not undo each other. */
  async mergeFeatures(schoolId: string, changes: Partial<FeatureFlags>): Promise<void> {
    await this.dataSource.query(`update schools set features = features || $2::jsonb where id = $1`, [
      schoolId,
      JSON.stringify(changes),
    ]);
  }
}
