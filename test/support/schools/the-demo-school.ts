import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorTokensService } from '../../../src/features/oauth/tokens/operator-tokens.service.js';
import { deliverMail, raiseDue } from '../alerts.js';
import { startAppWithDemo } from '../database/demo-template.js';
import { readMail, type ReadMail } from '../mail/read-mail.js';
import type { TestApp } from '../test-app.js';

export interface DemoApp extends TestApp {
  /** Of one of the demo accounts, by what stands before the @. */
  token(account: string): Promise<string>;
  /** Every mail that was sent. */
  mails(): ReadMail[];
}

/** The application with the demo school in it, and all of its mails sent. */
export async function startDemoApp(): Promise<DemoApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'demo-app-'));
  const t = await startAppWithDemo(dataDir);
  await raiseDue(t);
  await deliverMail(t);
  const folder = join(dataDir, 'mail');
  return {
    ...t,
    token: async (account) =>
      (await t.app.get(OperatorTokensService).issue(`${account}@demo.school`, 3600)).accessToken,
    mails: () => readdirSync(folder).map((name) => readMail(readFileSync(join(folder, name)))),
    close: async () => {
      await t.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}
