import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../../platform/config/settings.constants.js';
import type { Settings } from '../../../platform/config/settings.js';
import type { AlertContent } from './alert-letter.js';
import { type AnswerButton, type AnswerSecrets, ANSWER_PATH, ANSWERS } from './answer-button.js';

/** Buttons of mails that ask for something; the room with the pages that they lead to registers itself. */
@Injectable()
export class AnswerButtons {
  private secretOf: AnswerSecrets | null = null;

  constructor(@Inject(SETTINGS) private readonly settings: Pick<Settings, 'siteUrl'>) {}

  register(secretOf: AnswerSecrets): void {
    this.secretOf = secretOf;
  }

  /** By id of the mail. */
  async ofEach(contents: AlertContent[]): Promise<Map<string, AnswerButton[]>> {
    const buttons = new Map<string, AnswerButton[]>();
    for (const content of contents) buttons.set(content.id, await this.of(content));
    return buttons;
  }

  /** For the mail that is about to be sent: its secret is made now. */
  async of({ asks, school, membershipId, email }: AlertContent): Promise<AnswerButton[]> {
    const secret = asks && (await this.secretOf?.({ schoolId: school.id, membershipId, email, asks }));
    if (!secret) return [];
    const answers = 'eventId' in asks ? ANSWERS.event : ANSWERS.notice;
    const url = `${this.settings.siteUrl}${ANSWER_PATH}`;
    return answers.map((answer) => ({ answer, url: `${url}#${secret}.${answer}` }));
  }
}
