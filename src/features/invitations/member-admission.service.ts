import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { MemberRole } from '../../platform/auth/caller.js';
import { Clock } from '../../platform/clock/clock.js';
import { record, type Recording } from '../../platform/journal/recorded-changes.js';
import { normalizeText } from '../../platform/text/normalize.js';
import type { StudentLink } from '../directory/guardians/guardian-links.service.js';
import { UsersService } from '../account/users.service.js';
import type { ProfileVisibility } from '../../policy/privacy-mask.js';
import { MemberLinksService } from '../memberships/member-links.service.js';
import { MembershipsService, type MembershipRow } from '../memberships/memberships.service.js';
import { RegistrationRepository } from './registration.repository.js';

/** A person whom the school's operator makes a member, without registration. Absent members keep what is stored. */
export interface Admission {
  schoolId: string;
  email: string;
  role: MemberRole;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  phone?: string | null | undefined;
  /** Digest of name and phone in a file: a file that repeats them writes neither. Absent: they are written. */
  sourceDigest?: string | undefined;
  profileVisibility?: ProfileVisibility | undefined;
  deactivated?: boolean | undefined;
  students: StudentLink[];
  /** A relation that differs corrects a link made by hand, and is not of another person with this address. */
  correctsRelations?: boolean | undefined;
}

export interface Admitted {
  membershipId: string;
  userId: string;
  /** It is kept, and opens nothing. */
  isDeactivated: boolean;
  outcome: 'created' | 'updated' | 'unchanged';
  /** The role of a membership that has another one now; null where it has not, or is new. */
  formerRole: MemberRole | null;
}

@Injectable()
export class MemberAdmissionService {
  constructor(
    private readonly users: UsersService,
    private readonly memberships: MembershipsService,
    private readonly registration: RegistrationRepository,
    private readonly links: MemberLinksService,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes or revises a membership within the caller's transaction; doing it twice changes nothing. It takes the place of
   * every open invitation to the school: the students of one are linked, its role is no longer the last word. Of one that
   * it deactivates the caller withdraws the claims, after the last admission (`MembershipsService.withdrawClaims`).
   * @throws InvalidEmailError
   */
  async admit(manager: EntityManager, admission: Admission): Promise<Admitted> {
    const { user } = await this.users.findOrCreate(manager, admission);
    // Invitations before the membership, as at registration: neither waits for the other in a circle.
    const invited = await this.invitedStudents(manager, admission.schoolId, user.email);
    const { membership, created } = await this.memberships.joinOrGet(
      manager,
      this.membershipOf(admission, user.id),
    );
    const revised = this.revised(membership, admission);
    const changes = differing(membership, revised);
    // A new digest alone is noted, and is no change of the person's.
    const isChanged = changes.some((column) => column !== 'source_digest');
    if (changes.length > 0) await this.memberships.update(manager, admission.schoolId, revised);
    if (isChanged) recordRevision({ manager, schoolId: admission.schoolId }, membership, revised);
    const links = await this.links.link(
      manager,
      { schoolId: admission.schoolId, membershipId: membership.id, userId: user.id, email: user.email },
      admission.students,
      { invited, corrects: admission.correctsRelations ?? false },
    );
    const [settled] = await this.memberships.settleFamilies(manager, admission.schoolId, {
      only: membership.id,
    });
    if (settled?.outcome === 'returned') revised.deactivated_at = null;
    const returned = settled?.outcome === 'returned';
    const updated = isChanged || returned || links.created + links.updated > 0;
    return {
      membershipId: membership.id,
      userId: user.id,
      isDeactivated: revised.deactivated_at !== null,
      outcome: created ? 'created' : updated ? 'updated' : 'unchanged',
      formerRole: membership.role === revised.role ? null : membership.role,
    };
  }

  /**
   * Students of every open invitation of this email to the school. They are consumed: no registration finds them any more.
   */
  private async invitedStudents(
    manager: EntityManager,
    schoolId: string,
    email: string,
  ): Promise<StudentLink[]> {
    const now = this.clock.now();
    const invitations = await this.registration.consumeForSchool(manager, schoolId, email, now);
    return invitations.flatMap(({ students }) => students);
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
    const { deactivated, sourceDigest, profileVisibility } = admission;
    const { deactivated_at: deactivatedAt } = membership;
    const isRevived = deactivated === false && deactivatedAt !== null;
    const [contact = '', visibility = ''] = membership.source_digest?.split('/') ?? [];
    const noted = [sourceDigest ?? contact, profileVisibility ?? visibility].join('/');
    // A file never shows what a person has hidden, and does not hide again what they have shown since it said so.
    const hides = profileVisibility === 'name_only' && visibility !== 'name_only';
    return {
      ...membership,
      ...contactOf(membership, admission, contact),
      role: admission.role,
      profile_visibility: hides ? 'name_only' : membership.profile_visibility,
      hidden_by_default: membership.hidden_by_default && !hides,
      source_digest: noted === '/' ? null : noted,
      deactivated_at:
        deactivated === undefined ? deactivatedAt : deactivated ? (deactivatedAt ?? this.clock.now()) : null,
      // A person whom the file makes active or inactive is so by the file's word, and has the whole time of grace before
      // them.
      ended_without_students: deactivated === undefined && membership.ended_without_students,
      students_gone_at:
        isRevived && membership.students_gone_at ? this.clock.now() : membership.students_gone_at,
    };
  }
}

/**
 * Contact after an admission: a correction that was made here outlives a file that repeats itself.
 * @param noted the digest of the last one
 */
function contactOf(
  membership: MembershipRow,
  { sourceDigest, ...admission }: Admission,
  noted: string,
): Partial<MembershipRow> {
  if (sourceDigest && sourceDigest === noted) return {};
  const said = {
    first_name: normalizeText(admission.firstName),
    last_name: normalizeText(admission.lastName),
    phone: normalizeText(admission.phone),
  };
  // Where no file was noted nobody can tell whose word is stored: only what is missing is filled in.
  const [first, second] = sourceDigest && !noted ? [membership, said] : [said, membership];
  return {
    first_name: first.first_name ?? second.first_name,
    last_name: first.last_name ?? second.last_name,
    phone: first.phone ?? second.phone,
  };
}

/** A role, and whether the membership is active, are the member's own state; name, phone and visibility are their contact. */
function recordRevision(recording: Recording, was: MembershipRow, is: MembershipRow): void {
  const { id } = is;
  record(recording, { kind: 'me.changed', id });
  if (was.role !== is.role) record(recording, { kind: 'member.changed', id });
  if (was.deactivated_at === is.deactivated_at) return;
  record(recording, { kind: is.deactivated_at ? 'member.deactivated' : 'member.joined', id });
}

const differing = (was: MembershipRow, is: MembershipRow): (keyof MembershipRow)[] =>
  (Object.keys(is) as (keyof MembershipRow)[]).filter((column) => was[column] !== is[column]);
