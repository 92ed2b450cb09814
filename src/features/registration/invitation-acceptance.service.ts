import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Account } from '../../access/caller.js';
import { Clock } from '../../clock/clock.js';
import { GuardianLinksService } from '../directory/guardian-links.service.js';
import { MembershipsService } from '../memberships/memberships.service.js';
import type { RegistrationResult } from './registration.dto.js';
import { RegistrationRepository, type ConsumedInvitation } from './registration.repository.js';

type Created = RegistrationResult['created'];

@Injectable()
export class InvitationAcceptanceService {
  constructor(
    private readonly registration: RegistrationRepository,
    private readonly memberships: MembershipsService,
    private readonly links: GuardianLinksService,
    private readonly clock: Clock,
  ) {}

  /**
   * Turns every open invitation of the person's email into a membership and its guardian links. Of several for one school the
   * last one says the role.
   */
  async acceptAll(manager: EntityManager, account: Account): Promise<Created> {
    const now = this.clock.now();
    const created: Created = { memberships: 0, guardian_links: 0 };
    const invitations = await this.registration.consume(manager, account.userId, account.email, now);
    const roles = new Map(invitations.map(({ schoolId, role }) => [schoolId, role]));
    for (const invitation of invitations) {
      const role = roles.get(invitation.schoolId)!;
      await this.accept(manager, account, { ...invitation, role }, created);
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
