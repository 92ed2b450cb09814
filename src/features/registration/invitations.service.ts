import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { MemberRole } from '../../access/caller.js';
import { Clock } from '../../clock/clock.js';
import { looksLikeEmail, normalizeEmail } from '../../text/normalize.js';
import type { StudentLink } from '../directory/guardian-links.service.js';
import { InvalidEmailError } from '../identity/identity.errors.js';
import { RegistrationRepository } from './registration.repository.js';

@Injectable()
export class InvitationsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly registration: RegistrationRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * What registration confirm will match.
   * @returns the invitation's id
   * @throws InvalidEmailError
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
    return this.dataSource.transaction((manager) =>
      this.registration.saveInvitation(
        manager,
        { schoolId, email, role, createdAt: this.clock.now() },
        students,
      ),
    );
  }
}
