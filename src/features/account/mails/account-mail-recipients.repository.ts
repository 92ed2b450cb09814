import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, Not } from 'typeorm';
import type { ClaimedMail } from '../../../platform/mail/mail-composers.js';
import { leadsToAccount } from '../addresses/own-address.sql.js';
import { UserAddress } from '../addresses/user-address.entity.js';
import { User } from '../user.entity.js';

/** The person that a mail about an account goes to. */
export interface MailRecipient {
  /** Null where there is no account. */
  userId: string | null;
  /** Null where the account has none any more. */
  email: string | null;
  /** Of the school that the person has belonged to longest; null for a person who belongs to none. */
  locale: string | null;
  timeZone: string | null;
}

const RECIPIENTS = `
  select mail.id, person.id as "userId", coalesce(mail.email, person.email) as email, school.locale,
    school.time_zone as "timeZone"
  from jsonb_to_recordset($1::jsonb) as mail(id uuid, user_id uuid, email text, is_by_address boolean)
  left join users person on person.id = case when mail.is_by_address
    then (select user_id from user_addresses held where held.email = mail.email and ${leadsToAccount('held')}) else mail.user_id end
  left join lateral (
    select of.locale, of.time_zone from memberships m join schools of on of.id = m.school_id where m.user_id = person.id
    order by m.deactivated_at is not null, m.joined_at, m.id limit 1) school on true`;

/** Who owns an account, and in which language mails about it are. */
@Injectable()
export class AccountMailRecipientsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** By id of the mail. The account of a link for a password or of a code is looked for by its address. */
  async findRecipients(mails: ClaimedMail[]): Promise<Map<string, MailRecipient>> {
    const wanted = mails.map(({ id, userId, email, kind }) => ({
      ...{ id, email },
      user_id: userId,
      is_by_address: kind === 'password_link' || kind === 'sign_in_code',
    }));
    const rows = await this.dataSource.query<(MailRecipient & { id: string })[]>(RECIPIENTS, [
      JSON.stringify(wanted),
    ]);
    return new Map(rows.map(({ id, ...recipient }) => [id, recipient]));
  }

  /** The account that has proven this address; null where nobody has. */
  async findOwner(email: string): Promise<string | null> {
    const held = await this.dataSource.getRepository(UserAddress).findOne({
      select: { userId: true, email: true },
      where: { email, verifiedAt: Not(IsNull()) },
    });
    return held?.userId ?? null;
  }

  hasProvenAddress(userId: string): Promise<boolean> {
    return this.dataSource.getRepository(User).existsBy({ id: userId, emailVerifiedAt: Not(IsNull()) });
  }

  hasTwoStep(userId: string): Promise<boolean> {
    return this.dataSource.getRepository(User).existsBy({ id: userId, twoStepEnabled: true });
  }
}
