import { Injectable } from '@nestjs/common';
import { DataSource, type DeepPartial, type FindOptionsWhere } from 'typeorm';
import { auditSchools } from '../../platform/audit/operation.js';
import type { FeatureFlags } from '../../policy/school-feature.js';
import { School } from './school.entity.js';
import type { Member } from '../../platform/auth/caller.js';
import { isRetained } from '../../policy/notification-visibility.js';
import { isMemberOfOrganization } from '../../policy/organization-access.js';
import { VIEWER, viewerParameters } from '../../policy/audience.js';
import { queryPrepared } from '../../platform/database/prepared-statement.js';
import { isDocumentListed, isDocumentNew } from '../../policy/document-visibility.js';
import { isNoticeListed, isNoticeRead } from '../../policy/notice-visibility.js';
import { slipTodo } from '../../policy/slip-todo.js';
import { isPollUnanswered } from '../../policy/poll-visibility.js';
import { isSignupOpen } from '../../policy/signup-visibility.js';

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
    return this.dataSource.transaction(async (manager) => {
      const inserted = await manager.save(manager.create(School, school));
      auditSchools([inserted.id]);
      return inserted;
    });
  }

  findOneBy(where: FindOptionsWhere<School>): Promise<School | null> {
    return this.dataSource.manager.findOneBy(School, where);
  }

  async update(id: string, changes: Partial<School>): Promise<void> {
    await this.dataSource.transaction((manager) => manager.update(School, { id }, changes));
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
    await this.dataSource.transaction((manager) =>
      manager.query(`update schools set features = features || $2::jsonb where id = $1`, [
        schoolId,
        JSON.stringify(changes),
      ]),
    );
  }
}

export interface SchoolFeaturesRow {
  id: string;
  name: string;
  time_zone: string;
  locale: string;
  features: Partial<FeatureFlags>;
  /** Whatever is turned off. */
  notices_unread: number;
  documents_new: number;
  polls_open: number;
  signups_open: number;
  /** 0 while sign-ups are turned off. */
  permission_slips_outstanding: number;
  notifications_unread: number;
  /** The caller's own, without archived ones. */
  organizations: number;
}

const count = (rows: string): string => `(select count(*)::int from ${rows})`;

/** By the conditions of the lists that they stand beside (contract section 8). */
const FEATURES = `
  select school.id, school.name, school.time_zone, school.locale, school.features,
    ${count(`notices n where ${isNoticeListed('n', VIEWER)} and not ${isNoticeRead('n', VIEWER)}`)} as notices_unread,
    ${count(`documents d where ${isDocumentListed('d', VIEWER)} and ${isDocumentNew('d', VIEWER)}`)} as documents_new,
    ${count(`polls p where ${isPollUnanswered('p', VIEWER)}`)} as polls_open,
    ${count(`signups s where ${isSignupOpen('s', VIEWER)}`)} as signups_open,
    ${count(`(${slipTodo(VIEWER)}) waiting`)} as permission_slips_outstanding,
    ${count(`notifications n where n.school_id = school.id and n.membership_id = ${VIEWER.membership}::uuid and n.read_at is null
      and ${isRetained('n', VIEWER.now)}`)} as notifications_unread,
    ${count(`organizations o where o.school_id = school.id and o.archived_at is null
      and ${isMemberOfOrganization('o', VIEWER)}`)} as organizations
  from schools school where school.id = $1`;

@Injectable()
export class SchoolFeaturesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** One round trip; null when the school was removed a moment ago. */
  async find(member: Member, now: Date): Promise<SchoolFeaturesRow | null> {
    const parameters = viewerParameters(member, now);
    const [row] = await queryPrepared<SchoolFeaturesRow>(this.dataSource, FEATURES, parameters);
    return row ?? null;
  }
}
