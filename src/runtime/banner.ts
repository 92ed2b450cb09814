import type { INestApplicationContext } from '@nestjs/common';
import type { Settings } from '../config/settings.js';
import { DemoAccessService, type DemoAccess } from '../demo/demo-access.service.js';
import { DEMO_ACCOUNTS } from '../demo/demo-accounts.js';
import { UnknownUserError } from '../features/identity/identity.errors.js';
import { SessionsService } from '../features/identity/sessions.service.js';
import { UsersService } from '../features/identity/users.service.js';
import { SessionService } from '../features/session/session.service.js';

/** Seconds: a day's work with what was printed in the morning. */
const TOKEN_TTL = 12 * 60 * 60;
const VISITOR = 'parent@demo.school';

/** Where to look, and with the demo school how to sign in and one line to try at once. */
export async function bannerOf(app: INestApplicationContext, { siteUrl }: Settings): Promise<string> {
  const access = await app.get(DemoAccessService).find();
  const lines = [
    '',
    '  School Directory is running.',
    '',
    `  API    ${siteUrl}/api/v1`,
    `  Docs   ${siteUrl}/docs`,
    ...(access ? demoLines(access) : []),
    ...(access ? await curlLines(app, siteUrl) : []),
    '',
  ];
  return `${lines.join('\n')}\n`;
}

const demoLines = ({ password, clientId, clientSecret }: DemoAccess): string[] => [
  '',
  '  Demo accounts, to sign in at the docs page:',
  ...DEMO_ACCOUNTS.map((email) => `    ${email.padEnd(24)} ${password}`),
  `    ${'client id'.padEnd(24)} ${clientId}`,
  `    ${'client secret'.padEnd(24)} ${clientSecret}`,
];

async function curlLines(app: INestApplicationContext, siteUrl: string): Promise<string[]> {
  const request = await visitorsRoster(app);
  if (!request) return [];
  const { accessToken, schoolId } = request;
  const curl = `curl -H "Authorization: Bearer ${accessToken}" ${siteUrl}/api/v1/schools/${schoolId}/students`;
  return ['', '  Try it:', '', curl];
}

async function visitorsRoster(
  app: INestApplicationContext,
): Promise<{ accessToken: string; schoolId: string } | null> {
  try {
    const { id, email } = await app.get(UsersService).getByEmail(VISITOR);
    const me = await app.get(SessionService).me({ userId: id, email, sessionId: null, emailVerified: true });
    const school = me.memberships.find((membership) => membership.status === 'active');
    if (!school) return null;
    const { accessToken } = await app.get(SessionsService).issue(email, TOKEN_TTL);
    return { accessToken, schoolId: school.school_id };
  } catch (error) {
    if (error instanceof UnknownUserError) return null;
    throw error;
  }
}
