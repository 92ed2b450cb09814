import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Account } from '../../access/caller.js';
import { Clock } from '../../clock/clock.js';
import { NotAuthorizedError, NotFoundError } from '../../errors/app-error.js';
import { GuardianLinksService } from '../directory/guardian-links.service.js';
import { MembershipsService } from '../memberships/memberships.service.js';
import { SessionService } from '../session/session.service.js';
import type { RegistrationResult } from './registration.dto.js';
import { RegistrationRepository, type ConsumedInvitation } from './registration.repository.js';

type Created = RegistrationResult['created'];

@Injectable()
export class RegistrationService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly registration: RegistrationRepository,
    private readonly memberships: MembershipsService,
    private readonly links: GuardianLinksService,
    private readonly session: SessionService,
    private readonly clock: Clock,
  ) {}

  /**
   * Turns every invitation of the caller's verified email into a membership and its guardian links. Safe to call
   * twice, also at once: an invitation is consumed once, a membership is unique on (user, school).
   * @throws NotAuthorizedError when the email is not verified
   * @throws NotFoundError when no invitation matches and the account has no membership
   */
  async confirm(account: Account): Promise<RegistrationResult> {
    if (!account.emailVerified) throw new NotAuthorizedError('The email address is not verified yet.');
    const created = await this.dataSource.transaction((manager) => this.provision(manager, account));
    const { memberships } = await this.session.me(account);
    if (memberships.length === 0) throw new NotFoundError();
    const linkedStudents = await this.links.linkedStudents(this.dataSource.manager, account.userId);
    return { memberships, created, linked_students: linkedStudents };
  }

  private async provision(manager: EntityManager, account: Account): Promise<Created> {
    const now = this.clock.now();
    const created: Created = { memberships: 0, guardian_links: 0 };
    for (const invitation of await this.registration.consume(manager, account.userId, account.email, now)) {
      await this.accept(manager, account, invitation, created);
    }
    return created;
  }

  private async accept(
    manager: EntityManager,
    account: Account,
    { schoolId, role, students }: ConsumedInvitation,
    created: Created,
  ): Promise<void> {
    const joined = await this.memberships.joinOrGet(manager, {
      schoolId,
      userId: account.userId,
      role,
      firstName: null,
      lastName: null,
      phone: null,
      profileVisibility: null,
      joinedAt: this.clock.now(),
    });
    if (joined.created) created.memberships += 1;
    const links = await this.links.linkMember(
      manager,
      { schoolId, membershipId: joined.membership.id, userId: account.userId, email: account.email },
      students,
    );
    created.guardian_links += links.created;
  }
}
