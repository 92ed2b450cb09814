import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditSchools } from '../../platform/audit/operation.js';
import type { Account } from '../../platform/auth/caller.js';
import type { RegistrationResult } from './registration.dto.js';
import { Clock } from '../../platform/clock/clock.js';
import { holdOffImports } from '../../platform/import-history/import-locks.repository.js';
import { MemberLinksService } from '../memberships/member-links.service.js';
import { MembershipsService } from '../memberships/memberships.service.js';
import {
  type ConsumedInvitation,
  type InvitedAddress,
  type OpenInvitation,
  RegistrationRepository,
} from './registration.repository.js';

type Created = RegistrationResult['created'];

@Injectable()
export class InvitationAcceptanceService {
  constructor(
    private readonly registration: RegistrationRepository,
    private readonly memberships: MembershipsService,
    private readonly links: MemberLinksService,
    private readonly clock: Clock,
  ) {}

  /**
   * Turns every open invitation of the person's email into a membership and its guardian links. Of several for one school the
   * last one says the role. A guardian whom a school has on file with the email is as good as invited as a parent, unless the
   * school wants it otherwise.
   * @param guardianIds which of the people with this email the account is; none: all of them
   * @throws NotFoundError for one of them that no school of theirs has with this email
   */
  async acceptAll(manager: EntityManager, account: Account, guardianIds: string[] = []): Promise<Created> {
    const now = this.clock.now();
    const { userId, email } = account;
    const created: Created = { memberships: 0, guardian_links: 0 };
    const schoolIds = await this.lockSchools(manager, userId, email);
    const invited = await this.registration.consume(manager, userId, email, now);
    const roles = new Map(invited.map(({ schoolId, role }) => [schoolId, role]));
    const asGuardian = (await this.registration.schoolsFor(manager, userId, email)).filter(
      ({ schoolId, mayRegister }) => mayRegister && schoolIds.includes(schoolId) && !roles.has(schoolId),
    );
    for (const { schoolId } of asGuardian) roles.set(schoolId, 'parent');
    const invitations = [
      ...invited,
      ...asGuardian.map(({ schoolId }) => ({ id: '', schoolId, role: 'parent' as const, students: [] })),
    ];
    auditSchools(invitations.map(({ schoolId }) => schoolId));
    for (const invitation of invitations) {
      const role = roles.get(invitation.schoolId)!;
      await this.accept(manager, account, { ...invitation, role }, created);
    }
    if (guardianIds.length > 0) {
      const members = await this.registration.members(manager, userId);
      const own = members.map((member) => ({ ...member, userId, email }));
      await this.links.choose(manager, own, guardianIds);
    }
    return created;
  }

  /**
   * Finds and locks the open invitation of somebody who need not have an account, until the transaction ends: take this lock
   * before every row of the account.
   */
  async lockOpen(manager: EntityManager, invited: InvitedAddress): Promise<OpenInvitation | null> {
    await this.lockSchools(manager, null, invited.email);
    return this.registration.findOpen(manager, invited, { now: this.clock.now(), lock: true });
  }

  /**
   * Before every row, that of an account among them: an import that runs may bring another address, or take the person back.
   * @param userId null where there is no account yet
   * @returns the schools that have something for this email
   */
  private async lockSchools(manager: EntityManager, userId: string | null, email: string): Promise<string[]> {
    const schools = await this.registration.schoolsFor(manager, userId, email);
    const schoolIds = schools.map(({ schoolId }) => schoolId);
    await holdOffImports(manager, schoolIds);
    return schoolIds;
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
    const links = await this.links.link(
      manager,
      { schoolId, membershipId: joined.membership.id, userId: account.userId, email: account.email },
      [],
      { invited: students },
    );
    created.guardian_links += links.created;
    await this.memberships.settleFamilies(manager, schoolId, { only: joined.membership.id });
  }
}
