import type { INestApplicationContext } from '@nestjs/common';
import { MailComposers } from '../../../src/platform/mail/mail-composers.js';
import { MailWorker } from '../../../src/platform/mail/mail-worker.service.js';

/** Sends what is due, as the jobs of a service do: one round of each composer, and more while there is more. */
export async function sendDue(app: INestApplicationContext): Promise<void> {
  const worker = app.get(MailWorker);
  for (const composer of app.get(MailComposers).all()) while (await worker.sendDue(composer));
}
