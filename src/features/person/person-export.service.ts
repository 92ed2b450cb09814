import { Injectable } from '@nestjs/common';
import type { Account } from '../../platform/auth/caller.js';
import { Clock } from '../../platform/clock/clock.js';
import { NotAuthenticatedError } from '../../platform/errors/app-error.js';
import { LinkedStudentsService } from '../directory/linked-students.service.js';
import { subjectsOfStudents } from '../directory/access-log-subjects.js';
import { AccessLogRecorder } from '../access-log/access-log-recorder.service.js';
import { AccessLogService } from '../access-log/access-log.service.js';
import type { ExportedMembership } from './exported-person.dto.js';
import type { PersonExport } from './person-export.dto.js';
import {
  asMember,
  isActive,
  PersonExportRepository,
  type Stored,
  withKey,
} from './person-export.repository.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';

@Injectable()
export class PersonExportService {
  constructor(
    private readonly people: PersonExportRepository,
    private readonly students: LinkedStudentsService,
    private readonly disclosures: AccessLogService,
    private readonly recorder: AccessLogRecorder,
    private readonly clock: Clock,
  ) {}

  /**
   * Everything on the caller. It shows them the contact of other guardians of their students, where those show it to
   * others: that is recorded.
   * @throws NotAuthenticatedError when the account was removed a moment ago
   */
  async forCaller(account: Account): Promise<PersonExport> {
    const held = (await this.people.findStored(account.userId)) ?? newcomer(account);
    const document = await this.document(held);
    for (const membership of document.memberships.filter(isActive)) this.recordRead(membership, document);
    return document;
  }

  private async document(held: Stored): Promise<PersonExport> {
    const linked = await Promise.all(
      held.memberships.filter(isActive).map((membership) => this.students.of(asMember(membership))),
    );
    const { disclosures } = await this.disclosures.ofPerson(held.account.id);
    const photos = held.photos.map(withKey);
    const exported_at = this.clock.now().toISOString();
    return { exported_at, ...held, photos, linked_students: linked.flat(), disclosures };
  }

  private recordRead(membership: ExportedMembership, { linked_students }: PersonExport): void {
    const students = linked_students.filter(({ school_id }) => school_id === membership.school_id);
    this.recorder.record({
      reader: asMember(membership),
      operation: 'exportMyData',
      resourceId: membership.school_id,
      at: this.clock.now(),
      shown: subjectsOfStudents(students),
    });
  }
}

/** An outside provider vouches for the person, but not for the email: nothing is kept of them here. */
function newcomer({ userId, email, emailVerified }: Account): Stored {
  if (emailVerified) throw new NotAuthenticatedError();
  const account = {
    id: userId,
    email,
    email_verified_at: null,
    two_step_enabled: false,
    password_set: false,
    authenticator_set: false,
    recovery_codes_left: 0,
    addresses: [],
    passkeys: [],
    created_at: null,
  };
  const contact = {
    first_name: null,
    last_name: null,
    phone: null,
    profile_visibility: 'full' as const,
    address_visible: true,
    visibility_chosen: false,
    address_chosen: false,
  };
  return { account, contact, ...NOTHING_HELD };
}

const NOTHING_HELD = {
  memberships: [],
  guardian_records: [],
  staff_records: [],
  notes: [],
  stars: [],
  lists: [],
  photos: [],
  attachments: [],
  sessions: [],
  organizations: [],
  results: [],
  departures: [],
  former_memberships: [],
  withdrawals: [],
  calendar_subscriptions: [],
  menu_subscriptions: [],
  documents: [],
  notices: [],
  readings: [],
  poll_responses: [],
  signup_claims: [],
  invitations: [],
  visibility_changes: [],
  notifications: [],
  mail_choices: [],
  permission_slip_responses: [],
};

export class NothingStoredError extends CommandRefusedError {
  constructor() {
    super('Nothing is held on anyone with this email.');
  }
}
