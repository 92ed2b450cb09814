import { Injectable } from '@nestjs/common';
import type { Member } from '../../platform/auth/caller.js';
import { NotFoundError } from '../../platform/errors/app-error.js';
import { attachment } from '../../platform/http/content-disposition.js';
import { toE164 } from '../../platform/text/phone.js';
import type { LoggedFile } from '../access-log/access-log-subject.js';
import { toMessageRecipient, type MessageRecipient } from './message-recipient.dto.js';
import { MessageRecipientsRepository, type RecipientsOfAList } from './message-recipients.repository.js';
import { accessToRecipients } from './logged-access.js';
import { recipientCards } from './vcard.js';

/** Recipients of a message to everyone on a list. */
@Injectable()
export class MessageRecipientsService {
  constructor(private readonly recipients: MessageRecipientsRepository) {}

  /** @throws NotFoundError when the list is not the caller's own */
  async list(member: Member, listId: string): Promise<MessageRecipient[]> {
    const { recipients } = await this.get(member, listId);
    return recipients.map(toMessageRecipient);
  }

  /**
   * Cards of the recipients for an address book, under the same masks.
   * @throws NotFoundError when the list is not the caller's own
   */
  async exportCards(member: Member, listId: string): Promise<LoggedFile> {
    const { list_name: name, recipients } = await this.get(member, listId);
    const file = attachment(name, 'vcf', 'text/vcard; charset=utf-8', recipientCards(recipients));
    return Object.assign(file, { loggedAccess: accessToRecipients(recipients) });
  }

  private async get(member: Member, listId: string): Promise<RecipientsOfAList> {
    const found = await this.recipients.findRecipients(member, listId);
    if (!found) throw new NotFoundError();
    const dialled = (phone: string): string => toE164(phone, found.country) ?? phone;
    const recipients = found.recipients.map((recipient) => ({
      ...recipient,
      phone: recipient.phone && dialled(recipient.phone),
    }));
    return { ...found, recipients };
  }
}
