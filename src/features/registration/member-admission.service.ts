import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { MemberRole } from '../../access/caller.js';
import { Clock } from '../../clock/clock.js';
import { normalizeText } from '../../text/normalize.js';
import { GuardianLinksService, type StudentLink } from '../directory/guardian-links.service.js';
import { UsersService } from '../identity/users.service.js';
import type { ProfileVisibility } from '../memberships/profile-visibility.js';
import { MembershipsService, type MembershipRow } from '../memberships/memberships.service.js';

/** A person whom the school's operator makes a member, without registration. Absent members keep what is stored. */
export interface Admission {
  schoolId: string;
  email: string;
  role: MemberRole;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  phone?: string | null | undefined;
  profileVisibility?: ProfileVisibility | undefined;
  deactivated?: boolean | undefined;
  students: StudentLink[];
}

export interface Admitted {
  membershipId: string;
  userId: string;
  /** It is kept, and opens nothing. */
  isDeactivated: boolean;
  outcome: 'created' | 'updated' | 'unchanged';
}

@Injectable()
export class MemberAdmissionService {
  constructor(
    private readonly users: UsersService,
    private readonly memberships: MembershipsService,
    private readonly links: GuardianLinksService,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes or revises a membership within the caller's transaction; doing it twice changes nothing. Of one that it
   * deactivates the caller withdraws the claims, after the last admission (`MembershipsService.withdrawClaims`).
   * @throws InvalidEmailError
   */
  async admit(manager: EntityManager, admission: Admission): Promise<Admitted> {
    const { user } = await this.users.findOrCreate(manager, admission);
    const { membership, created } = await this.memberships.joinOrGet(
      manager,
      this.membershipOf(admission, user.id),
    );
    const revised = this.revised(membership, admission);
    const changed = JSON.stringify(revised) !== JSON.stringify(membership);
    if (changed) await this.memberships.update(manager, revised);
    const links = await this.links.linkMember(
      manager,
      { schoolId: admission.schoolId, membershipId: membership.id, userId: user.id, email: user.email },
      admission.students,
    );
    const updated = changed || links.created + links.updated > 0;
    return {
      membershipId: membership.id,
      userId: user.id,
      isDeactivated: revised.deactivated_at !== null,
      outcome: created ? 'created' : updated ? 'updated' : 'unchanged',
    };
  }

  private membershipOf(admission: Admission, userId: string) {
    return {
      schoolId: admission.schoolId,
      userId,
      role: admission.role,
      firstName: normalizeText(admission.firstName),
      lastName: normalizeText(admission.lastName),
      phone: normalizeText(admission.phone),
      profileVisibility: admission.profileVisibility ?? null,
      joinedAt: this.clock.now(),
    };
  }

  private revised(membership: MembershipRow, admission: Admission): MembershipRow {
    const { deactivated } = admission;
    const kept = membership.deactivated_at;
    return {
      ...membership,
      role: admission.role,
      first_name: normalizeText(admission.firstName) ?? membership.first_name,
      last_name: normalizeText(admission.lastName) ?? membership.last_name,
      phone: normalizeText(admission.phone) ?? membership.phone,
      // An operator's file never shows what a person has hidden: only the person does.
      profile_visibility:
        admission.profileVisibility === 'name_only' ? 'name_only' : membership.profile_visibility,
      deactivated_at: deactivated === undefined ? kept : deactivated ? (kept ?? this.clock.now()) : null,
    };
  }
}
