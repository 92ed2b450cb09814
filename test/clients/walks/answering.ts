import * as slips from '../../../clients/typescript/examples/permission-slips.js';
import * as polls from '../../../clients/typescript/examples/polls.js';
import * as signups from '../../../clients/typescript/examples/sign-ups.js';
import { anAttachment } from '../../support/attachment.factory.js';
import { aPermissionSlip } from '../../support/permission-slip.factory.js';
import type { TestSchool } from '../../support/school.factory.js';
import type { Lincoln } from '../lincoln.js';

const MARIA = 'maria.park@example.org';
const INES = 'ines.dahl@example.org';

export async function pollsAndSignups(lincoln: Lincoln): Promise<void> {
  const { schoolId } = lincoln;
  const [poll] = await lincoln.run(polls.listPolls, MARIA, { schoolId });
  const pollId = poll?.id ?? '';
  await lincoln.run(polls.respondToPoll, MARIA, { pollId });
  await lincoln.run(polls.getPoll, MARIA, { pollId });
  const draftId = await lincoln.run(polls.createPoll, INES, { schoolId });
  const draft = { pollId: draftId };
  await lincoln.run(polls.listManagedPolls, INES, { schoolId });
  await lincoln.run(polls.changePoll, INES, draft);
  await lincoln.run(polls.respondToPoll, MARIA, draft);
  await lincoln.run(polls.getManagedPoll, INES, draft);
  await lincoln.run(polls.sendPollReminders, INES, draft);
  await lincoln.run(polls.exportPollResults, INES, draft);
  await lincoln.run(polls.deletePoll, INES, draft);
  await lincoln.run(signups.listSignups, MARIA, { schoolId });
  const signupId = await lincoln.idOf('signups', "title = 'Bake sale'");
  const [item] = await lincoln.run(signups.getSignup, MARIA, { signupId });
  const claimId = await lincoln.run(signups.createSignupClaim, MARIA, { signupId, itemId: item?.id ?? '' });
  await lincoln.run(signups.listMyClaims, MARIA);
  await lincoln.run(signups.changeSignupClaim, MARIA, { signupId, claimId });
  await lincoln.run(signups.withdrawSignupClaim, MARIA, { signupId, claimId });
  const garden = { signupId: await lincoln.run(signups.createSignup, INES, { schoolId }) };
  await lincoln.run(signups.listManagedSignups, INES, { schoolId });
  const [itemId = ''] = await lincoln.run(signups.changeSignup, INES, garden);
  const membershipId = await lincoln.idOf(
    'memberships',
    `user_id = (select id from users where email = '${MARIA}')`,
  );
  await lincoln.run(signups.recordSignupClaim, INES, { ...garden, itemId, membershipId });
  await lincoln.run(signups.getManagedSignup, INES, garden);
  await lincoln.run(signups.sendSignupReminders, INES, garden);
  await lincoln.run(signups.exportSignupClaims, INES, garden);
  await lincoln.run(signups.deleteSignup, INES, garden);
}

export async function permissionSlips(lincoln: Lincoln): Promise<void> {
  const { schoolId, t } = lincoln;
  const slip = await aPermissionSlip(t, { id: schoolId }, { signatureRequired: true });
  const slipId = slip.id;
  const studentId = await lincoln.idOf('students', "first_name = 'Ada'");
  await lincoln.run(slips.listPermissionSlips, MARIA, { schoolId });
  await lincoln.run(slips.printBlankSlip, MARIA, { slipId, studentId });
  const responseId = await lincoln.run(slips.answerPermissionSlip, MARIA, { slipId, studentId });
  await lincoln.run(slips.getPermissionSlip, MARIA, { slipId });
  await lincoln.run(slips.printSlipResponse, MARIA, { slipId, responseId });
  const changedId = await lincoln.run(slips.changeSlipResponse, MARIA, { slipId, responseId });
  await lincoln.run(slips.withdrawSlipResponse, MARIA, { slipId, responseId: changedId });
  const trip = { slipId: await lincoln.run(slips.createPermissionSlip, INES, { schoolId }) };
  await lincoln.run(slips.listManagedPermissionSlips, INES, { schoolId });
  await lincoln.run(slips.changePermissionSlip, INES, trip);
  await lincoln.run(slips.recordPaperResponse, INES, { ...trip, studentId });
  await lincoln.run(slips.getManagedPermissionSlip, INES, trip);
  await lincoln.run(slips.sendPermissionSlipReminders, INES, trip);
  const file = { entityType: 'permission_slip', permissionSlipId: trip.slipId } as const;
  await anAttachment(t, { id: schoolId } as TestSchool, null, file);
  await lincoln.run(slips.getPermissionSlipAttachmentDownloadUrl, MARIA, trip);
  await lincoln.run(slips.exportSlipResponses, INES, trip);
  await lincoln.run(slips.printSlipResponses, INES, trip);
  await lincoln.run(slips.deletePermissionSlip, INES, trip);
}
