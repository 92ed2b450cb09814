import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { lockAdmin } from '../../platform/auth/member-lock.repository.js';
import type { WriteContext } from '../../platform/auth/write-context.js';
import { Clock } from '../../platform/clock/clock.js';
import { LimitReachedError, NotAuthorizedError, NotFoundError } from '../../platform/errors/app-error.js';
import { assertMatches } from '../../platform/http/conditional-request.js';
import { SerializedJson } from '../../platform/http/prepared-json.js';
import { ImageEmbeddingService } from '../embedded-images/image-embedding.service.js';
import { OrganizationAccessService } from '../../platform/auth/organization-access.service.js';
import type { Replay } from '../idempotency/replay.js';
import { changedColumns, isOfAdmins, newOrganization, presenceOf } from './new-organization.js';
import type {
  OrganizationBody,
  OrganizationChanges,
  OrganizationDetail,
  OrganizationInput,
  OrganizationsQuery,
} from './organization.dto.js';
import { OrganizationsRepository } from './organizations.repository.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';
import { record } from '../../platform/journal/recorded-changes.js';

/** Contract section 0, rule 18: of a school, archived ones included. */
const MAX_ORGANIZATIONS = 2_000;

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
   * @throws NotAuthorizedError no admin any more
   * @throws NotFoundError for a replay: it is not there any more
   * @throws ConflictError the school has one of this short name
   * @throws LimitReachedError
   * @throws ValidationFailedError
   */
  create(member: Member, input: OrganizationInput, replay?: Replay): Promise<OrganizationBody> {
    return this.transactions.run(async (manager) => {
      const change = { manager, member: await lockAdmin(manager, member), now: this.clock.now() };
      if (replay) return this.getBody(change, replay.resultKey);
      const organization = newOrganization(input, change);
      if ((await this.organizations.countOfSchool(manager, member.schoolId)) >= MAX_ORGANIZATIONS)
        throw new LimitReachedError(`A school has at most ${MAX_ORGANIZATIONS} organizations.`);
      await this.organizations.insert(manager, organization);
      await this.images.change(manager, change.member, {
        ...{ field: 'description', before: null, after: organization.description },
      });
      record(change, { kind: 'organization.created', id: organization.id });
      return this.getBody(change, organization.id);
    });
  }

  /**
   * @throws NotFoundError when it is not there for the caller
   * @throws NotAuthorizedError when the caller is no manager of it, or no admin and changes more than its texts
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
      if (!editor.isAdmin && isOfAdmins(changes)) throw new NotAuthorizedError();
      const present = await this.get(editor, organizationId, manager);
      assertMatches(ifMatch, present);
      const change = { manager, member: editor, now: this.clock.now() };
      const columns = changedColumns(changes, present.archived, change.now);
      await this.organizations.update(change, organizationId, columns);
      const ids = presenceOf(organizationId, columns.archivedAt);
      record(change, { kind: 'organization.changed', id: organizationId, ...ids });
      if (columns.name !== undefined) record(change, { kind: 'organization.renamed', id: organizationId });
      const { description: before } = present;
      const { description: after = before } = columns;
      await this.images.change(manager, editor, { field: 'description', before, after });
      return this.get(editor, organizationId, manager);
    });
  }

  private async getBody(change: WriteContext, id: string | null): Promise<OrganizationBody> {
    const body = await this.organizations.findBody(change, id);
    if (!body) throw new NotFoundError();
    return body;
  }
}
