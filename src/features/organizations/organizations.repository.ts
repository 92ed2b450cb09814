import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import {
  holdsLiveGrant,
  isMemberOfOrganization,
  isOrganizationVisible,
  kindOrder,
  type OrganizationKind,
} from '../../policy/organization-access.js';
import { isOn } from '../../policy/school-feature.js';
import { FIND_VIEWER, FOUND_VIEWER, VIEWER, viewerParameters } from '../../policy/audience.js';
import { queryPrepared } from '../../platform/database/prepared-statement.js';
import { NEXT_EVENT, recordOrNull } from '../calendar/results/organization-record.js';
import { countDocumentsOf } from '../../policy/document-visibility.js';
import { countNoticesOf } from '../../policy/notice-visibility.js';
import { countPollsOf } from '../../policy/poll-visibility.js';
import { countSignupsOf } from '../../policy/signup-visibility.js';
import { leadershipOf } from './leadership/organization-leaders.repository.js';
import type { WriteContext } from '../../platform/auth/write-context.js';
import { lockSchoolRow } from '../../platform/auth/school-lock.repository.js';
import { ConflictError } from '../../platform/errors/app-error.js';
import { isUniqueViolation } from '../../platform/errors/postgres-errors.js';
import type { OrganizationBody, OrganizationDetail } from './organization.dto.js';
import { isRestrictedStudent } from '../../policy/guardian-restriction.js';
import { Organization } from './organization.entity.js';

const COLUMNS = `
  o.id, o.school_id, o.kind, o.name, o.short_name, o.category, o.season,
  (o.archived_at is null and ${isMemberOfOrganization('o', VIEWER)}) as is_member,
  (${VIEWER.admin}::boolean or ${holdsLiveGrant('o', VIEWER)}) as can_edit,
  o.archived_at is not null as archived,
  coalesce(roster.students, 0) as student_count,
  exists (select from organization_photos photo
    where photo.school_id = o.school_id and photo.organization_id = o.id) as has_photo`;

const FROM = `
  from organizations o
  left join (
    select enrolled.organization_id, count(*)::int as students
    from organization_students enrolled
    join students s on s.school_id = enrolled.school_id and s.id = enrolled.student_id and s.archived_at is null
    where enrolled.school_id = $1 and not ${isRestrictedStudent('s', VIEWER)} group by enrolled.organization_id
  ) roster on roster.organization_id = o.id
  where o.school_id = $1`;

const LIST = `
  select '{"organizations":' || coalesce(json_agg(organization), '[]')::text || '}' as text from (
    select ${COLUMNS} ${FROM} and ${isOrganizationVisible('o', VIEWER.admin)} and ($5::text is null or o.kind = $5)
    order by ${kindOrder('o')}, o.name, o.id) organization`;

/** $6 to $10: whether the school has its calendar, document library, notices, polls and sign-ups turned on. */
const DETAIL = `
  with ${FIND_VIEWER}
  select ${COLUMNS}, o.description, o.website, o.meeting_info, ${leadershipOf('o.school_id', 'o.id', VIEWER)} as leadership,
    case when $6::boolean then ${NEXT_EVENT} end as next_event,
    case when $6::boolean then ${recordOrNull('o.season')} end as record,
    json_build_object(
      'photos', (select count(*)::int from organization_photos photo
        where photo.school_id = o.school_id and photo.organization_id = o.id),
      'documents', case when $7::boolean then ${countDocumentsOf('o.id', FOUND_VIEWER)} else 0 end,
      'notices', case when $8::boolean then ${countNoticesOf('o.id', FOUND_VIEWER)} else 0 end,
      'polls', case when $9::boolean then ${countPollsOf('o.id', FOUND_VIEWER)} else 0 end,
      'signups', case when $10::boolean then ${countSignupsOf('o.id', FOUND_VIEWER)} else 0 end) as counts
  ${FROM} and o.id = $5 and ${isOrganizationVisible('o', VIEWER.admin)}`;

const BODY = `select ${COLUMNS} ${FROM} and o.id = $5 and ${isOrganizationVisible('o', VIEWER.admin)}`;

/** What an organization says of itself; a column that is left out stays. */
export type OrganizationColumns = Partial<
  Pick<Organization, 'description' | 'website' | 'meetingInfo' | 'name' | 'season' | 'archivedAt'>
>;

@Injectable()
export class OrganizationsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The organizations as text that the database has written: one round trip, no entities. */
  async findOrganizations(member: Member, kind: OrganizationKind | null, now: Date): Promise<string> {
    const [row] = await queryPrepared<{ text: string }>(this.dataSource, LIST, [
      ...viewerParameters(member, now),
      kind,
    ]);
    return row!.text;
  }

  /** In the shape of the answer; one round trip. */
  async findDetail(
    member: Member,
    organizationId: string,
    now: Date,
    manager = this.dataSource.manager,
  ): Promise<OrganizationDetail | null> {
    const [row] = await queryPrepared<OrganizationDetail>(manager, DETAIL, [
      ...viewerParameters(member, now),
      organizationId,
      isOn(member.features, 'calendar'),
      isOn(member.features, 'document_library'),
      isOn(member.features, 'notices'),
      isOn(member.features, 'polls'),
      isOn(member.features, 'signups'),
    ]);
    return row ?? null;
  }

  async findBody(
    { manager, member, now }: WriteContext,
    organizationId: string | null,
  ): Promise<OrganizationBody | null> {
    const parameters = [...viewerParameters(member, now), organizationId];
    const [row] = await manager.query<OrganizationBody[]>(BODY, parameters);
    return row ?? null;
  }

  /** Another request that would add one to the school waits until the transaction ends. */
  async countOfSchool(manager: EntityManager, schoolId: string): Promise<number> {
    await lockSchoolRow(manager, schoolId);
    return manager.getRepository(Organization).countBy({ schoolId });
  }

  /** @throws ConflictError the school has one of this short name */
  async insert(manager: EntityManager, organization: Organization): Promise<void> {
    try {
      await manager.getRepository(Organization).insert(organization);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new ConflictError('The school has an organization of this short name.');
    }
  }

  async update(
    { manager, member: { schoolId }, now }: WriteContext,
    organizationId: string,
    columns: OrganizationColumns,
  ): Promise<void> {
    await manager
      .getRepository(Organization)
      .update({ schoolId, id: organizationId }, { ...columns, updatedAt: now });
  }
}
