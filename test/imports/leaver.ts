import type { DataSource } from 'typeorm';
import type { Clock } from '../../src/platform/clock/clock.js';
import { GuardianLinksRepository } from '../../src/features/directory/guardians/guardian-links.repository.js';
import { GuardianLinksService } from '../../src/features/directory/guardians/guardian-links.service.js';
import { GuardianRestrictions } from '../../src/features/directory/guardians/guardian-restrictions.service.js';
import { GuardianRestrictionsRepository } from '../../src/features/directory/guardians/guardian-restrictions.repository.js';
import { StudentReferencesService } from '../../src/features/directory/students/student-references.service.js';
import { StudentsRepository } from '../../src/features/directory/students/students.repository.js';
import { RestrictionsService } from '../../src/features/memberships/restrictions.service.js';

import { UsersRepository } from '../../src/features/account/users.repository.js';
import { UsersService } from '../../src/features/account/users.service.js';
import { OffboardingRepository } from '../../src/features/memberships/offboarding.repository.js';
import { OffboardingService } from '../../src/features/memberships/offboarding.service.js';
import { MemberHoldings } from '../../src/features/memberships/member-holdings.service.js';
import { MemberLinksService } from '../../src/features/memberships/member-links.service.js';
import { MemberProfilesRepository } from '../../src/features/memberships/member-profiles.repository.js';
import { StaffEntriesRepository } from '../../src/features/staff/staff-entries.repository.js';
import { StaffEntries } from '../../src/features/staff/staff-entries.service.js';
import { MemberRemovalService } from '../../src/features/memberships/member-removal.service.js';
import { MembershipsRepository } from '../../src/features/memberships/memberships.repository.js';
import { MembershipsService } from '../../src/features/memberships/memberships.service.js';
import { OffboardingPhotosService } from '../../src/features/photos/offboarding-photos.service.js';
import { ParentPhotosRepository } from '../../src/features/photos/parent-photos.repository.js';
import { PhotoObjectsService } from '../../src/features/photos/photo-objects.service.js';
import { MemberAdmissionService } from '../../src/features/invitations/member-admission.service.js';
import { RegistrationRepository } from '../../src/features/invitations/registration.repository.js';
import { ClaimOffboardingRepository } from '../../src/features/signups/claims/claim-offboarding.repository.js';
import { ClaimOffboarding } from '../../src/features/signups/claims/claim-offboarding.service.js';
import { SignupClaimsRepository } from '../../src/features/signups/claims/signup-claims.repository.js';
import { SignupLocksRepository } from '../../src/features/signups/signup-locks.repository.js';
import { SignupWaitlists } from '../../src/features/signups/signup-waitlists.service.js';
import { ObjectRemovalsRepository } from '../../src/platform/storage/object-removals.repository.js';
import { ObjectRemovals } from '../../src/platform/storage/object-removals.service.js';
import type { ObjectStore } from '../../src/platform/storage/object-store.js';
import { transactionsOf } from '../support/database/transactions-of.js';

/** Leaving schedules the removal of a photo; the object itself is removed after. */
function departingPhotos(dataSource: DataSource, clock: Clock): OffboardingPhotosService {
  const untouched = {} as ObjectStore;
  const removals = new ObjectRemovals(
    transactionsOf(dataSource),
    new ObjectRemovalsRepository(),
    untouched,
    clock,
  );
  return new OffboardingPhotosService(
    new ParentPhotosRepository(dataSource),
    new PhotoObjectsService(untouched, removals, clock),
  );
}

/** Claims and photos, of what rooms hold of a member. */
function holdingsOf(dataSource: DataSource, clock: Clock): MemberHoldings {
  const waitlists = new SignupWaitlists(new SignupClaimsRepository());
  const locks = new SignupLocksRepository();
  const claims = new ClaimOffboarding(locks, new ClaimOffboardingRepository(), waitlists, clock);
  const photos = departingPhotos(dataSource, clock);
  const holdings = new MemberHoldings();
  holdings.register('claims', {
    deactivate: (...members) => claims.withdrawAll(...members),
    endHoldings: (...restricted) => claims.withdrawForStudents(...restricted),
  });
  holdings.register('photos', { release: (...leaver) => photos.removeParentPhotos(...leaver) });
  return holdings;
}

export const membershipsOf = (dataSource: DataSource, clock: Clock): MembershipsService =>
  new MembershipsService(
    transactionsOf(dataSource),
    new MembershipsRepository(),
    holdingsOf(dataSource, clock),
    clock,
  );

export function restrictionsOf(dataSource: DataSource, clock: Clock): RestrictionsService {
  const links = new GuardianLinksService(new GuardianLinksRepository(dataSource), clock);
  const students = new StudentReferencesService(new StudentsRepository(dataSource));
  const records = new GuardianRestrictionsRepository(dataSource);
  return new RestrictionsService(
    transactionsOf(dataSource),
    new GuardianRestrictions(records, links, students, clock),
    holdingsOf(dataSource, clock),
    clock,
  );
}

/** A parent who joins and leaves between imports. */
export class Leaver {
  private readonly leaving: OffboardingService;
  private readonly admissions: MemberAdmissionService;

  constructor(
    private readonly dataSource: DataSource,
    clock: Clock,
    readonly email: string,
  ) {
    const links = new GuardianLinksService(new GuardianLinksRepository(dataSource), clock);
    const memberLinks = new MemberLinksService(links, new MemberProfilesRepository());
    const transactions = transactionsOf(dataSource);
    const leaving = new OffboardingRepository();
    const holdings = holdingsOf(dataSource, clock);
    const memberships = new MembershipsService(transactions, new MembershipsRepository(), holdings, clock);
    const removal = new MemberRemovalService(
      leaving,
      links,
      holdings,
      new StaffEntries(new StaffEntriesRepository()),
      clock,
    );
    this.leaving = new OffboardingService(transactions, leaving, removal);
    const users = new UsersService(new UsersRepository(dataSource, transactions), clock);
    const registration = new RegistrationRepository();
    this.admissions = new MemberAdmissionService(users, memberships, registration, memberLinks, clock);
  }

  /** As `membership add` does. */
  async joins(schoolId: string, ...studentIds: string[]): Promise<void> {
    const students = studentIds.map((studentId) => ({ studentId, relation: 'mother' as const }));
    await this.dataSource.transaction((manager) =>
      this.admissions.admit(manager, { schoolId, email: this.email, role: 'parent', students }),
    );
  }

  async leaves(schoolId: string): Promise<void> {
    const [row] = await this.dataSource.query<{ user_id: string; id: string }[]>(
      `select m.user_id, m.id from memberships m join users u on u.id = m.user_id
       where u.email = $1 and m.school_id = $2`,
      [this.email, schoolId],
    );
    const account = { userId: row!.user_id, sessionId: null, email: this.email, emailVerified: true };
    await this.leaving.leave(account, row!.id);
  }
}
