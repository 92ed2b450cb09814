import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { Clock } from '../../platform/clock/clock.js';
import { NotFoundError } from '../../platform/errors/app-error.js';
import { assertMatches } from '../../platform/http/conditional-request.js';
import { SerializedJson } from '../../platform/http/prepared-json.js';
import { ImageEmbeddingService } from '../embedded-images/image-embedding.service.js';
import { OrganizationAccessService } from '../../platform/auth/organization-access.service.js';
import type { OrganizationChanges, OrganizationDetail, OrganizationsQuery } from './organization.dto.js';
import {
  OrganizationsRepository,
  type OrganizationTexts,
  NearbyRepository,
} from './organizations.repository.js';
import { storedRichText } from '../../platform/rich-text/rich-text.js';
import { isUuid } from '../../platform/auth/uuid.js';
import type { NearbyQuery } from './organization-roster.dto.js';
import {
  LEADER_TYPES,
  type LeaderInput,
  type Leadership,
  type LeadershipInput,
} from './organization-leader.dto.js';
import { OrganizationLeadersRepository } from './organization-leaders.repository.js';
import { SchoolPeopleRepository } from './organization-roster.repository.js';

/**
 * As they are stored.
 * @throws ValidationFailedError for a description that is too long
 */
export const textsOf = ({ description, website, meeting_info }: OrganizationChanges): OrganizationTexts => ({
  ...(description !== undefined && { description: storedRichText('description', description) }),
  ...(website !== undefined && { website }),
  ...(meeting_info !== undefined && { meetingInfo: meeting_info }),
});

@Injectable()
export class OrganizationsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly organizations: OrganizationsRepository,
    private readonly access: OrganizationAccessService,
    private readonly images: ImageEmbeddingService,
    private readonly clock: Clock,
  ) {}

  async list(member: Member, { kind }: OrganizationsQuery): Promise<SerializedJson> {
    return new SerializedJson(await this.organizations.find(member, kind ?? null, this.clock.now()));
  }

  /** @throws NotFoundError when it is not there for the caller */
  async get(member: Member, organizationId: string, manager?: EntityManager): Promise<OrganizationDetail> {
    const now = this.clock.now();
    const organization = await this.organizations.findDetail(member, organizationId, now, manager);
    if (!organization) throw new NotFoundError();
    return organization;
  }

  /**
   * @throws NotFoundError when it is not there for the caller
   * @throws NotAuthorizedError when the caller is no manager of it
   * @throws StaleError when `ifMatch` names another state than the present one
   * @throws ValidationFailedError when the description is too long or embeds an unknown image
   */
  change(
    member: Member,
    organizationId: string,
    changes: OrganizationChanges,
    ifMatch?: string,
  ): Promise<OrganizationDetail> {
    return this.dataSource.transaction(async (manager) => {
      const editor = await this.access.lockAsManager(manager, member, organizationId);
      const present = await this.get(editor, organizationId, manager);
      assertMatches(ifMatch, present);
      const texts = textsOf(changes);
      await this.organizations.update(manager, editor, organizationId, texts, this.clock.now());
      const { description: before } = present;
      const { description: after = before } = texts;
      await this.images.change(manager, editor, { field: 'description', before, after });
      return this.get(editor, organizationId, manager);
    });
  }
}

@Injectable()
export class NearbyService {
  constructor(private readonly families: NearbyRepository) {}

  /** @throws NotFoundError when the student is none of the caller's own */
  async list(member: Member, organizationId: string, { studentId }: NearbyQuery): Promise<SerializedJson> {
    const text = isUuid(studentId) ? await this.families.find(member, organizationId, studentId) : null;
    if (text === null) throw new NotFoundError();
    return new SerializedJson(text);
  }
}

@Injectable()
export class OrganizationLeadershipService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly leaders: OrganizationLeadersRepository,
    private readonly people: SchoolPeopleRepository,
    private readonly access: OrganizationAccessService,
  ) {}

  /**
   * The whole ordered set, or nothing of it.
   * @throws NotFoundError when the organization is not there for the caller, or one of the people not in the school
   * @throws NotAuthorizedError when the caller is no manager of it
   */
  replace(member: Member, organizationId: string, { leaders }: LeadershipInput): Promise<Leadership> {
    const { schoolId } = member;
    return this.dataSource.transaction(async (manager) => {
      await this.access.lockAsManager(manager, member, organizationId);
      await this.assertThere(manager, schoolId, leaders);
      await this.leaders.replace(manager, { schoolId, organizationId }, leaders);
      return { leadership: await this.leaders.find(manager, { schoolId, organizationId }) };
    });
  }

  private async assertThere(manager: EntityManager, schoolId: string, leaders: LeaderInput[]): Promise<void> {
    for (const type of LEADER_TYPES) {
      const ids = leaders.filter((leader) => leader.type === type).map(({ person_id }) => person_id);
      if (!(await this.people.areThere(manager, schoolId, type, ids))) throw new NotFoundError();
    }
  }
}
