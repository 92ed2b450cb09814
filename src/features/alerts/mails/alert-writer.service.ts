import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { SETTINGS } from '../../../platform/config/settings.constants.js';
import type { Settings } from '../../../platform/config/settings.js';
import type { Mail } from '../../../platform/mail/mailer.js';
import { alertHeaders } from './alert-headers.js';
import { type AlertContent, alertLetter } from './alert-letter.js';
import { AnswerButtons } from './answer-buttons.service.js';
import { digestAsHtml } from './digest.view.js';
import { digestAsText, digestLetter, MAX_ENTRIES } from './digest-letter.js';
import { letterMail } from './letter-mail.js';

/** Writes the mails of notifications; secrets of their buttons are made then, and stand in no mail that waits. */
@Injectable()
export class AlertWriter {
  constructor(
    private readonly buttons: AnswerButtons,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async write(content: AlertContent): Promise<Mail> {
    const letter = alertLetter(content, this.settings, await this.buttons.of(content));
    const mail = letterMail(content, letter, this.settings, this.clock.now());
    const calendar = await content.writeCalendar();
    return calendar === null ? mail : { ...mail, calendar };
  }

  /**
   * @param id of the daily mail
   * @param contents of one recipient and one school, and one at least
   */
  async writeDigest(id: string, contents: AlertContent[]): Promise<Mail> {
    const [{ email, school }] = contents as [AlertContent];
    const buttons = await this.buttons.ofEach(contents.slice(0, MAX_ENTRIES));
    const letter = digestLetter(contents, buttons, this.settings);
    return {
      to: email,
      subject: [letter.title, letter.school].join(' · '),
      text: digestAsText(letter),
      html: digestAsHtml(letter),
      ...alertHeaders({ id, school, unsubscribeUrl: letter.unsubscribeUrl }, this.settings),
      date: this.clock.now(),
    };
  }
}
