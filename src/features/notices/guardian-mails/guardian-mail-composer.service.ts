import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { SETTINGS } from '../../../platform/config/settings.constants.js';
import type { ClaimedMail, ComposedMail, MailComposer } from '../../../platform/mail/mail-composers.js';
import type { Mail } from '../../../platform/mail/mailer.js';
import type { Addresses, LetterContent } from '../../alerts/mails/alert-letter.js';
import { letterMail } from '../../alerts/mails/letter-mail.js';
import { GuardianMailChoicesService } from '../../directory/guardians/guardian-mail-choices.service.js';
import { MailedInvitations } from '../../invitations/mailed-invitations.service.js';
import { guardianLetter } from './guardian-letter.js';
import { GUARDIAN_MAIL, GuardianMailsRepository } from './guardian-mails.repository.js';

/** Writes notices to guardians on file who have no account, at the moment at which they are sent. */
@Injectable()
export class GuardianMailComposer implements MailComposer {
  readonly job = 'mail to guardians';
  readonly kinds = [GUARDIAN_MAIL];

  constructor(
    private readonly guardianMails: GuardianMailsRepository,
    private readonly choices: GuardianMailChoicesService,
    private readonly invitations: MailedInvitations,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly addresses: Addresses,
  ) {}

  /** There is none for an address whom the notice does not address any more, which has an account by now, or wants no mail. */
  async compose(mails: ClaimedMail[]): Promise<Map<string, ComposedMail>> {
    const owed = mails.map(({ id, schoolId, subject, email }) => ({
      ...{ id, schoolId: schoolId!, noticeId: subject, email: email! },
    }));
    const tokens = owed.map(() => randomBytes(32).toString('base64url'));
    await this.choices.open(owed, tokens);
    const contents = await this.guardianMails.read(owed, this.clock.now());
    return new Map([...contents].map(([id, content]) => [id, { write: () => this.write(content) }]));
  }

  /** The secret of the invitation is made now, and stands in no mail that waits. */
  private async write(content: LetterContent): Promise<Mail> {
    const { school, email } = content;
    const invitation = await this.invitations.create({ schoolId: school.id, email, isFamily: true });
    const letter = guardianLetter(content, this.addresses, invitation);
    return letterMail(content, letter, this.addresses, this.clock.now());
  }
}
