import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { Clock } from '../../platform/clock/clock.js';
import { NotFoundError } from '../../platform/errors/app-error.js';
import { assertMatches } from '../../platform/http/conditional-request.js';
import { SerializedJson } from '../../platform/http/prepared-json.js';
import { ImageEmbeddingService } from '../embedded-images/image-embedding.service.js';
import { OrganizationAccessService } from '../../platform/auth/organization-access.service.js';
import type { OrganizationChanges, OrganizationDetail, OrganizationsQuery } from './organization.dto.js';
import { OrganizationsRepository, type OrganizationTexts } from './organizations.repository.js';
import { storedRichText } from '../../platform/rich-text/rich-text.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';
import { record } from '../../platform/journal/recorded-changes.js';

/**
 * The texts as they are stored.
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
    private readonly transactions: Transactions,
    private readonly organizations: OrganizationsRepository,
    private readonly access: OrganizationAccessService,
    private readonly images: ImageEmbeddingService,
    private readonly clock: Clock,
  ) {}

  async list(member: Member, { kind }: OrganizationsQuery): Promise<SerializedJson> {
    return new SerializedJson(
      await this.organizations.findOrganizations(member, kind ?? null, this.clock.now()),
    );
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
    return this.transactions.run(async (manager) => {
      const editor = await this.access.lockAsManager(manager, member, organizationId);
      const present = await this.get(editor, organizationId, manager);
      assertMatches(ifMatch, present);
      const texts = textsOf(changes);
      await this.organizations.updateTexts(manager, editor, organizationId, texts, this.clock.now());
      record({ manager, member: editor }, { kind: 'organization.changed', id: organizationId });
      const { description: before } = present;
      const { description: after = before } = texts;
      await this.images.change(manager, editor, { field: 'description', before, after });
      return this.get(editor, organizationId, manager);
    });
  }
}
