import { generateSync } from 'otplib';
import * as privacy from '../../../clients/typescript/examples/privacy.js';
import * as profile from '../../../clients/typescript/examples/profile.js';
import * as session from '../../../clients/typescript/examples/session.js';
import * as tokens from '../../../clients/typescript/examples/tokens.js';
import { ApplicationsService } from '../../../src/features/oauth/applications.service.js';
import { CredentialsService } from '../../../src/features/account/passwords/credentials.service.js';
import { UsersService } from '../../../src/features/account/users.service.js';
import { InvitationsService } from '../../../src/features/invitations/invitations.service.js';
import { aPerson } from '../../support/school.factory.js';
import { PASSWORD } from '../../support/application.factory.js';
import { tokenOf } from '../../support/tokens.js';
import type { Lincoln } from '../lincoln.js';

const MARIA = 'maria.park@example.org';
const JUAN = 'juan.ruiz@example.org';
const SAMI = 'sami.haddad@example.org';

/** Signs in with two steps, and out again. */
export async function tokensOfAnApplication(lincoln: Lincoln): Promise<void> {
  const { app, clock } = lincoln.t;
  const user = await app.get(UsersService).getByEmail(JUAN);
  const credentials = app.get(CredentialsService);
  await credentials.setPassword(user.id, PASSWORD);
  const { totpUri } = await credentials.setUpTwoStep(user.id, JUAN);
  const secret = new URL(totpUri).searchParams.get('secret') ?? '';
  const { clientId, clientSecret } = await app.get(ApplicationsService).create('Family App');
  const pair = await lincoln.run(tokens.obtainToken, JUAN, {
    ...{ clientId, clientSecret, email: JUAN, password: PASSWORD },
  });
  lincoln.withToken(JUAN, pair.access_token);
  const challengeId = await lincoln.run(tokens.openTwoStepChallenge, JUAN);
  const code = generateSync({ secret, epoch: clock.now().getTime() / 1000 });
  const { refresh_token: refreshToken } = await lincoln.run(tokens.verifyTwoStep, JUAN, {
    challengeId,
    code,
  });
  await lincoln.run(tokens.revokeTokens, JUAN, { refreshToken });
}

export async function sessionsAndPrivacy(lincoln: Lincoln): Promise<void> {
  const { schoolId, t } = lincoln;
  await lincoln.run(session.getMe, MARIA);
  await lincoln.run(session.listOutstanding, MARIA);
  await tokenOf(t, { email: MARIA, userId: '', token: '' });
  const [lost] = await lincoln.run(session.listMySessions, MARIA);
  await lincoln.run(session.endMySession, MARIA, { sessionId: lost?.id ?? '' });
  await lincoln.run(privacy.getMyselfAsSeenByOthers, MARIA, { schoolId });
  await lincoln.run(privacy.listMyDisclosures, MARIA, { schoolId });
  await lincoln.run(privacy.exportMyData, MARIA);
}

export async function profileAndLeaving(lincoln: Lincoln): Promise<void> {
  await lincoln.run(profile.getMyContact, SAMI);
  await lincoln.run(profile.updateMyContact, SAMI, { phone: '+1 802 555 0144' });
  await lincoln.run(profile.getMyMail, SAMI);
  await lincoln.run(profile.changeMyMail, SAMI, { schoolId: lincoln.schoolId });
  await lincoln.run(profile.setMyProfileVisibility, SAMI);
  await lincoln.run(profile.setMyAddressVisibility, SAMI);
  await lincoln.run(profile.leaveSchool, SAMI, { membershipId: await lincoln.membershipOf(SAMI) });
}

export async function registration(lincoln: Lincoln): Promise<void> {
  const { schoolId, t } = lincoln;
  const email = 'rosa.okafor@example.org';
  await aPerson(t, { email });
  const studentId = await lincoln.idOf('students', "first_name = 'Grace'");
  const students = [{ studentId, relation: 'mother' as const }];
  await t.app.get(InvitationsService).invite({ schoolId, email, role: 'parent', students });
  await lincoln.run(session.confirmRegistration, email);
}
