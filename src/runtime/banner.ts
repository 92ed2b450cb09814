import type { INestApplicationContext } from '@nestjs/common';
import type { Settings } from '../platform/config/settings.js';
import { type DemoAccess, DemoAccessService } from '../demo/demo-access.service.js';
import { DEMO_ACCOUNTS, TWO_STEP_ACCOUNT } from '../demo/demo-accounts.js';
import { CalendarSubscriptionsService } from '../features/calendar/feed/calendar-subscriptions.service.js';
import { UnknownUserError } from '../features/account/account.errors.js';
import { OperatorTokensService } from '../features/oauth/tokens/operator-tokens.service.js';
import { UsersService } from '../features/account/users.service.js';
import { PRODUCT_VERSION } from '../platform/config/product-version.js';
import { MeService } from '../features/me/me.service.js';

/** Seconds: a day's work with what was printed in the morning. */
const TOKEN_TTL = 12 * 60 * 60;
const VISITOR = 'parent@demo.school';

/** Where to look, and with the demo school how to sign in and one line to try at once. */
export async function bannerOf(
  app: INestApplicationContext,
  { siteUrl, jsonAlone, smtpUrl, dataDir }: Settings,
): Promise<string> {
  const access = await app.get(DemoAccessService).find();
  // The log says it, and there is nothing to try.
  if (jsonAlone && !access) return '';
  const lines = [
    '',
    `  School Directory is running, version ${PRODUCT_VERSION}.`,
    '',
    `  API    ${siteUrl}/api/v1`,
    `  Docs   ${siteUrl}/docs`,
    ...(access ? await demoLines(app, siteUrl, accountLines(access, smtpUrl ? null : dataDir)) : []),
    '',
  ];
  return `${lines.join('\n')}\n`;
}

async function demoLines(
  app: INestApplicationContext,
  siteUrl: string,
  accounts: string[],
): Promise<string[]> {
  const visitor = await findVisitor(app);
  return [
    ...(visitor ? [`  Feed   ${await feedOf(app, visitor)}`] : []),
    ...accounts,
    ...['', '  The tour in docs/tour.md begins with this line:', '', `SITE=${siteUrl}`],
    ...(visitor ? await curlLines(app, siteUrl, visitor) : []),
  ];
}

/** @param mailFolder where mail is written to; null: it is sent */
const accountLines = ({ password, authenticatorKey }: DemoAccess, mailFolder: string | null): string[] => [
  '',
  '  Demo accounts, for "Sign in" on the docs page:',
  ...DEMO_ACCOUNTS.map((email) => `    ${email.padEnd(24)} ${password}`),
  '',
  `  ${TWO_STEP_ACCOUNT} needs a code, too: add this key to an authenticator app`,
  `    ${authenticatorKey}`,
  ...(mailFolder ? [`  or press "Mail me a code": the mail is a file in ${mailFolder}/mail`] : []),
];

/** Address of the feed, the same at every start: calendar apps may have it by now. */
async function feedOf(app: INestApplicationContext, visitor: Visitor): Promise<string> {
  const subscriptions = app.get(CalendarSubscriptionsService);
  const [known] = (await subscriptions.list(visitor)).subscriptions;
  return (known ?? (await subscriptions.create(visitor, {})).subscription).feed_url;
}

async function curlLines(
  app: INestApplicationContext,
  siteUrl: string,
  { schoolId }: Visitor,
): Promise<string[]> {
  const { accessToken } = await app.get(OperatorTokensService).issue(VISITOR, TOKEN_TTL);
  const curl = `curl -H "Authorization: Bearer ${accessToken}" ${siteUrl}/api/v1/schools/${schoolId}/students`;
  return ['', '  Try it:', '', curl];
}

interface Visitor {
  schoolId: string;
  membershipId: string;
}

/** Null when the visitor is gone, or belongs to no school any more. */
async function findVisitor(app: INestApplicationContext): Promise<Visitor | null> {
  try {
    const { id, email } = await app.get(UsersService).getByEmail(VISITOR);
    const me = await app.get(MeService).getMe({ userId: id, email, sessionId: null, emailVerified: true });
    const school = me.memberships.find((membership) => membership.status === 'active');
    return school ? { schoolId: school.school_id, membershipId: school.membership_id } : null;
  } catch (error) {
    if (error instanceof UnknownUserError) return null;
    throw error;
  }
}
