import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Member } from '../../access/caller.js';
import { Clock } from '../../clock/clock.js';
import { NotFoundError } from '../../errors/app-error.js';
import { assertMatches } from '../../http/entity-tag.js';
import { JsonText } from '../../http/json-text.js';
import { ImageEmbeddingService } from '../embedded-images/image-embedding.service.js';
import { OrganizationAccessService } from './organization-access.service.js';
import { textsOf } from './organization-texts.js';
import type { OrganizationChanges, OrganizationDetail, OrganizationsQuery } from './organization.dto.js';
import { OrganizationsRepository } from './organizations.repository.js';

@Injectable()
export class OrganizationsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly organizations: OrganizationsRepository,
    private readonly access: OrganizationAccessService,
    private readonly images: ImageEmbeddingService,
    private readonly clock: Clock,
  ) {}

  async list(member: Member, { kind }: OrganizationsQuery): Promise<JsonText> {
    return new JsonText(await this.organizations.find(member, kind ?? null, this.clock.now()));
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
      await this.organizations.update(manager, organizationId, texts, this.clock.now());
      const { description: before } = present;
      const { description: after = before } = texts;
      await this.images.change(manager, editor, { field: 'description', before, after });
      return this.get(editor, organizationId, manager);
    });
  }
}
