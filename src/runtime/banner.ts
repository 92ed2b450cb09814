import type { INestApplicationContext } from '@nestjs/common';
import type { Settings } from '../config/settings.js';
import { DEMO_ACCOUNTS } from '../demo/demo-accounts.js';
import { UnknownUserError } from '../features/identity/identity.errors.js';
import { SessionsService } from '../features/identity/sessions.service.js';
import { UsersService } from '../features/identity/users.service.js';
import { SessionService } from '../features/session/session.service.js';

/** Seconds: a day's work with what was printed in the morning. */
const TOKEN_TTL = 12 * 60 * 60;
const VISITOR = 'parent@demo.school';

/** Where to look, and with the demo school one line to try at once. */
export async function bannerOf(app: INestApplicationContext, { siteUrl }: Settings): Promise<string> {
  const curl = await demoRequest(app, siteUrl);
  const lines = [
    '',
    '  School Directory is running.',
    '',
    `  API    ${siteUrl}/api/v1`,
    `  Docs   ${siteUrl}/docs`,
    ...(curl ? ['', `  Demo accounts: ${DEMO_ACCOUNTS.join(', ')}`, '', '  Try it:', '', curl] : []),
    '',
  ];
  return `${lines.join('\n')}\n`;
}

async function demoRequest(app: INestApplicationContext, siteUrl: string): Promise<string | null> {
  try {
    const { id, email } = await app.get(UsersService).getByEmail(VISITOR);
    const { memberships } = await app
      .get(SessionService)
      .me({ userId: id, email, sessionId: null, emailVerified: true });
    const school = memberships.find((membership) => membership.status === 'active');
    if (!school) return null;
    const { accessToken } = await app.get(SessionsService).issue(email, TOKEN_TTL);
    return `curl -H "Authorization: Bearer ${accessToken}" ${siteUrl}/api/v1/schools/${school.school_id}/students`;
  } catch (error) {
    if (error instanceof UnknownUserError) return null;
    throw error;
  }
}
