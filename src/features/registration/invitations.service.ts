import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { MemberRole } from '../../access/caller.js';
import { Clock } from '../../clock/clock.js';
import { looksLikeEmail, normalizeEmail } from '../../text/normalize.js';
import type { StudentLink } from '../directory/guardian-links.service.js';
import { InvalidEmailError } from '../identity/identity.errors.js';
import { MembershipsService } from '../memberships/memberships.service.js';
import { RegistrationRepository } from './registration.repository.js';

@Injectable()
export class InvitationsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly memberships: MembershipsService,
    private readonly registration: RegistrationRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * What registration confirm will match.
   * @returns the invitation's id
   * @throws InvalidEmailError
   * @throws DeactivatedMembershipError of the school
   * @throws MemberInAnotherRoleError of the school
   */
  invite(invitation: {
    schoolId: string;
    email: string;
    role: MemberRole;
    students: StudentLink[];
  }): Promise<string> {
    const { schoolId, role, students } = invitation;
    const email = normalizeEmail(invitation.email);
    if (!looksLikeEmail(email)) throw new InvalidEmailError();
    return this.dataSource.transaction(async (manager) => {
      await this.memberships.assertInvitable(manager, { schoolId, email, role });
      return this.registration.saveInvitation(
        manager,
        { schoolId, email, role, createdAt: this.clock.now() },
        students,
      );
    });
  }
}
