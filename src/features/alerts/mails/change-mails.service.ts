import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MailsRepository } from '../../../platform/mail/mails.repository.js';
import type { MailDetails } from '../../../platform/mail/queued-mail.entity.js';
import { CHANGE_ALERT_KINDS } from '../alert.js';
import type { NotifiedItem, WrittenNotification } from '../notifications/item-notifications.repository.js';

/**
 * Mails of changes, written with the notifications: a person has one for each transaction, about the first item that concerns them. An
 * import that moves a hundred events is one transaction.
 */
@Injectable()
export class ChangeMails {
  constructor(private readonly mails: MailsRepository) {}

  /** @param items of one school, in the order in which they matter */
  async insertMails(
    manager: EntityManager,
    items: [NotifiedItem, ...NotifiedItem[]],
    written: WrittenNotification[],
    now: Date,
  ): Promise<void> {
    const wanted = Map.groupBy(
      written.filter(({ isMailed }) => isMailed),
      keyOf,
    );
    const mailed = new Set<string>();
    const mails = new Map<string, MailDetails>();
    for (const { mail, kind, target_id: targetId } of items)
      for (const { membershipId, notificationId } of wanted.get(keyOf({ kind, targetId })) ?? []) {
        if (!mail || mailed.has(membershipId)) continue;
        mailed.add(membershipId);
        mails.set(notificationId, mail);
      }
    const school = { schoolId: items[0].school_id, kinds: CHANGE_ALERT_KINDS, now };
    await this.mails.insertChangeMails(manager, school, mails);
  }
}

const keyOf = ({ kind, targetId }: Pick<WrittenNotification, 'kind' | 'targetId'>): string =>
  `${kind} ${targetId}`;
