import { Injectable } from '@nestjs/common';
import type { Account } from '../../access/caller.js';
import { Clock } from '../../clock/clock.js';
import { NotAuthenticatedError } from '../../errors/app-error.js';
import { extensionOf } from '../../images/image-type.js';
import { normalizeEmail } from '../../text/normalize.js';
import { LinkedStudentsService } from '../directory/linked-students.service.js';
import { shownOfStudents } from '../directory/shown-in-answers.js';
import { DisclosureRecorderService } from '../disclosures/disclosure-recorder.service.js';
import { DisclosuresService } from '../disclosures/disclosures.service.js';
import type { ExportedPhoto } from './exported-records.dto.js';
import type { ExportedMembership } from './exported-person.dto.js';
import type { PersonExport } from './person-export.dto.js';
import { NothingHeldError } from './person-export.errors.js';
import {
  PersonExportRepository,
  type Held,
  type HeldPhoto,
  type OnFile,
} from './person-export.repository.js';

/** The person's own document, where they have an account, and what schools have on file beside it. */
export type ExportForOperator = Partial<PersonExport> & { exported_at: string; on_file: OnFile };

@Injectable()
export class PersonExportService {
  constructor(
    private readonly people: PersonExportRepository,
    private readonly students: LinkedStudentsService,
    private readonly disclosures: DisclosuresService,
    private readonly recorder: DisclosureRecorderService,
    private readonly clock: Clock,
  ) {}

  /**
   * Everything on the caller. It shows them the contact of other guardians of their students, where those show it to
   * others: that is recorded.
   * @throws NotAuthenticatedError when the account was removed a moment ago
   */
  async forCaller(account: Account): Promise<PersonExport> {
    const held = (await this.people.findHeld(account.userId)) ?? newcomer(account);
    const document = await this.document(held);
    for (const membership of active(document.memberships)) this.recordRead(membership, document);
    return document;
  }

  /**
   * The same on anyone, for an operator who has been asked for it, with what schools have under the address of people
   * who never signed in. It is no read by the person, and none is recorded.
   * @throws NothingHeldError
   */
  async forOperator(email: string): Promise<ExportForOperator> {
    const { userId, onFile: on_file } = await this.people.findOnFile(normalizeEmail(email));
    const held = userId && (await this.people.findHeld(userId));
    if (!held && Object.values(on_file).every((records) => records.length === 0))
      throw new NothingHeldError();
    return held
      ? { ...(await this.document(held)), on_file }
      : { exported_at: this.clock.now().toISOString(), on_file };
  }

  private async document(held: Held): Promise<PersonExport> {
    const linked = await Promise.all(
      active(held.memberships).map((membership) => this.students.of(asMember(membership))),
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
      shown: shownOfStudents(students),
    });
  }
}

const active = (memberships: ExportedMembership[]): ExportedMembership[] =>
  memberships.filter(({ status }) => status === 'active');

const asMember = ({ membership_id, school_id, role }: ExportedMembership) => ({
  membershipId: membership_id,
  schoolId: school_id,
  role,
  isAdmin: role !== 'parent',
});

const withKey = ({ folder, of, ...photo }: HeldPhoto): ExportedPhoto => ({
  key: `${folder}/${of}.${extensionOf(photo.content_type)}`,
  ...photo,
});

/** An outside provider vouches for the person, but not for the email: nothing is kept of them here. */
function newcomer({ userId, email, emailVerified }: Account): Held {
  if (emailVerified) throw new NotAuthenticatedError();
  return {
    account: {
      id: userId,
      email,
      email_verified_at: null,
      two_step_enabled: false,
      password_set: false,
      authenticator_set: false,
      recovery_codes_left: 0,
      created_at: null,
    },
    contact: { first_name: null, last_name: null, phone: null },
    memberships: [],
    guardian_records: [],
    notes: [],
    stars: [],
    lists: [],
    photos: [],
    attachments: [],
    sessions: [],
    organizations: [],
    results: [],
    departures: [],
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
}
