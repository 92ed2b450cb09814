import { Injectable, StreamableFile } from '@nestjs/common';
import { Clock } from '../../../clock/clock.js';
import { NotFoundError } from '../../../errors/app-error.js';
import { MailChoicesRepository, type FoundChoice } from './mail-choices.repository.js';
import { unsubscribePage, type UnsubscribeStep } from './unsubscribe-page.js';

const TOKEN = /^[\w-]{43}$/;

/** Whoever has the address from a mail may end those mails; the token is the credential (RFC 8058). */
@Injectable()
export class UnsubscribeService {
  constructor(
    private readonly choices: MailChoicesRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError */
  async ask(token: string): Promise<StreamableFile> {
    return page(await this.get(token), 'asked');
  }

  /**
   * A second time too.
   * @throws NotFoundError
   */
  async unsubscribe(token: string): Promise<StreamableFile> {
    const choice = await this.get(token);
    await this.choices.unsubscribe(token, this.clock.now());
    return page(choice, 'done');
  }

  private async get(token: string): Promise<FoundChoice> {
    const choice = TOKEN.test(token) ? await this.choices.find(token) : null;
    if (!choice) throw new NotFoundError();
    return choice;
  }
}

function page(choice: FoundChoice, step: UnsubscribeStep): StreamableFile {
  const html = Buffer.from(unsubscribePage(choice, step));
  return new StreamableFile(html, { type: 'text/html; charset=utf-8', length: html.length });
}
