import { Injectable } from '@nestjs/common';
import Negotiator from 'negotiator';
import type { Member } from '../../platform/auth/caller.js';
import { Clock } from '../../platform/clock/clock.js';
import { NotFoundError } from '../../platform/errors/app-error.js';
import { attachment } from '../../platform/http/content-disposition.js';
import { toE164 } from '../../platform/text/phone.js';
import type { LoggedFile } from '../access-log/access-log-subject.js';
import { toMessageRecipient, type MessageRecipient } from './message-recipient.dto.js';
import {
  MessageRecipientsRepository,
  type Recipient,
  type RecipientsOfAList,
} from './message-recipients.repository.js';
import { accessToRecipients } from './logged-access.js';
import { recipientCards, VCARD_VERSIONS, type VcardVersion } from './vcard.js';

export type { Recipient } from './message-recipients.repository.js';

/** People who are in touch with each other. */
export interface ContactGroup {
  kind: 'list' | 'organization';
  id: string;
}

/** What a client says of the version that it reads. */
interface WantedVcard {
  version: VcardVersion | undefined;
  /** Header of the request (RFC 9110, section 12.5.1). */
  accept: string | undefined;
}

/** 4.0 where a client takes either, or neither: most say nothing of it. */
function versionOf({ version, accept }: WantedVcard): VcardVersion {
  const typeOf = (known: VcardVersion): string => `text/vcard;version=${known}`;
  const type = new Negotiator({ headers: { accept } }).mediaType(VCARD_VERSIONS.map(typeOf));
  return version ?? VCARD_VERSIONS.find((known) => typeOf(known) === type) ?? '4.0';
}

/** Recipients of a message to everyone on a list. */
@Injectable()
export class MessageRecipientsService {
  constructor(
    private readonly recipients: MessageRecipientsRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError when the list is not the caller's own */
  async list(member: Member, listId: string): Promise<MessageRecipient[]> {
    const { recipients } = await this.get(member, { kind: 'list', id: listId });
    return recipients.map(toMessageRecipient);
  }

  /**
   * Cards of the recipients for an address book, under the same masks.
   * @throws NotFoundError when the list is not the caller's own
   */
  async exportCards(member: Member, listId: string, wanted: WantedVcard): Promise<LoggedFile> {
    const { list_name: name, recipients } = await this.get(member, { kind: 'list', id: listId });
    const version = versionOf(wanted);
    const type = `text/vcard; charset=utf-8${version === '4.0' ? '' : `; version=${version}`}`;
    const file = attachment(name, 'vcf', type, recipientCards(recipients, version));
    return Object.assign(file, { loggedAccess: accessToRecipients(recipients) });
  }

  /**
   * The recipients as an address book has them: of a list of the caller's own, or of an organization that they belong to.
   * @throws NotFoundError when it is neither
   */
  async findContacts(member: Member, group: ContactGroup): Promise<Recipient[]> {
    const { recipients } = await this.get(member, group);
    return recipients;
  }

  private async get(member: Member, group: ContactGroup): Promise<RecipientsOfAList> {
    const { kind, id } = group;
    const found =
      kind === 'list'
        ? await this.recipients.findRecipients(member, id)
        : await this.recipients.findRecipientsOfOrganization(member, id, this.clock.now());
    if (!found) throw new NotFoundError();
    const dialled = (phone: string): string => toE164(phone, found.country) ?? phone;
    const recipients = found.recipients.map((recipient) => ({
      ...recipient,
      phone: recipient.phone && dialled(recipient.phone),
    }));
    return { ...found, recipients };
  }
}
