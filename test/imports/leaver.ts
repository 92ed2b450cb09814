import type { DataSource } from 'typeorm';
import type { Clock } from '../../src/clock/clock.js';
import { AlertsRepository } from '../../src/features/alerts/alerts.repository.js';
import { AlertsService } from '../../src/features/alerts/alerts.service.js';
import { ExpiringGrantsRepository } from '../../src/features/alerts/expiring-grants.repository.js';
import { GuardianLinksRepository } from '../../src/features/directory/guardian-links.repository.js';
import { GuardianLinksService } from '../../src/features/directory/guardian-links.service.js';
import { RosterFeedRepository } from '../../src/features/directory/roster-feed.repository.js';
import { RosterFeedService } from '../../src/features/directory/roster-feed.service.js';
import { UsersRepository } from '../../src/features/identity/users.repository.js';
import { UsersService } from '../../src/features/identity/users.service.js';
import { LeavingRepository } from '../../src/features/leaving/leaving.repository.js';
import { LeavingService } from '../../src/features/leaving/leaving.service.js';
import { MemberRemovalService } from '../../src/features/leaving/member-removal.service.js';
import { MembershipsRepository } from '../../src/features/memberships/memberships.repository.js';
import { MembershipsService } from '../../src/features/memberships/memberships.service.js';
import { DepartingPhotosService } from '../../src/features/photos/departing-photos.service.js';
import { ParentPhotosRepository } from '../../src/features/photos/parent-photos.repository.js';
import { PhotoObjectsService } from '../../src/features/photos/photo-objects.service.js';
import { MemberAdmissionService } from '../../src/features/registration/member-admission.service.js';
import { RegistrationRepository } from '../../src/features/registration/registration.repository.js';
import { ClaimDeparturesRepository } from '../../src/features/signups/claim-departures.repository.js';
import { ClaimDepartures } from '../../src/features/signups/claim-departures.service.js';
import { SignupLocksRepository } from '../../src/features/signups/signup-locks.repository.js';
import { SignupQueueRepository } from '../../src/features/signups/signup-queue.repository.js';
import { SignupQueue } from '../../src/features/signups/signup-queue.service.js';
import { ObjectRemovalsRepository } from '../../src/storage/object-removals.repository.js';
import { ObjectRemovals } from '../../src/storage/object-removals.service.js';
import type { ObjectStore } from '../../src/storage/object-store.js';

/** Leaving schedules the removal of a photo; the object itself is removed after. */
function departingPhotos(dataSource: DataSource, clock: Clock): DepartingPhotosService {
  const untouched = {} as ObjectStore;
  const removals = new ObjectRemovals(dataSource, new ObjectRemovalsRepository(), untouched, clock);
  return new DepartingPhotosService(
    new ParentPhotosRepository(dataSource),
    new PhotoObjectsService(untouched, removals, clock),
  );
}

function claimDepartures(dataSource: DataSource, clock: Clock): ClaimDepartures {
  const alerts = new AlertsService(
    dataSource,
    new AlertsRepository(),
    new ExpiringGrantsRepository(dataSource),
    clock,
  );
  const queue = new SignupQueue(new SignupQueueRepository(), alerts);
  return new ClaimDepartures(new SignupLocksRepository(), new ClaimDeparturesRepository(), queue, clock);
}

/** A parent who joins and leaves between imports. */
export class Leaver {
  private readonly leaving: LeavingService;
  private readonly admissions: MemberAdmissionService;

  constructor(
    private readonly dataSource: DataSource,
    clock: Clock,
    readonly email: string,
  ) {
    const links = new GuardianLinksService(new GuardianLinksRepository(dataSource), clock);
    const feeds = new RosterFeedService(new RosterFeedRepository());
    const leaving = new LeavingRepository();
    const claims = claimDepartures(dataSource, clock);
    const memberships = new MembershipsService(dataSource, new MembershipsRepository(), claims, feeds, clock);
    const photos = departingPhotos(dataSource, clock);
    const removal = new MemberRemovalService(leaving, links, photos, claims, memberships);
    this.leaving = new LeavingService(dataSource, leaving, feeds, removal);
    const users = new UsersService(new UsersRepository(dataSource), clock);
    const registration = new RegistrationRepository();
    this.admissions = new MemberAdmissionService(users, memberships, registration, links, clock);
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
