import { randomUUID } from 'node:crypto';
import { TestCalendar } from '../../support/calendar.factory.js';
import { Correction } from '../../../src/features/corrections/correction.entity.js';
import { ConfirmationRound } from '../../../src/features/confirmation/confirmation-round.entity.js';
import { aRound } from '../../support/confirmation.factory.js';
import { aCategory } from '../../support/feed.factory.js';
import { aList } from '../../support/list.factory.js';
import { aMenu } from '../../support/menu.factory.js';
import { aNotification } from '../../support/notification.factory.js';
import type { PermissionSlip } from '../../../src/features/permission-slips/permission-slip.entity.js';
import { aPermissionSlip, aSlipQuestion, SlipClient } from '../../support/permission-slip.factory.js';
import { aPoll } from '../../support/poll.factory.js';
import { aDocumentRow, aNoticeRow } from '../../support/publication.factory.js';
import { aSignup } from '../../support/signup.factory.js';
import type { TestApp } from '../../support/test-app.js';
import { tokenOf, claimsOf } from '../../support/tokens.js';
import { webhookRows } from '../../support/webhook.factory.js';
import { YEAR, type Family, type Group } from './restricted-family.js';

/** What stands for the parameters of a path or a query, by their names. */
export type Ids = Record<string, string>;

interface Audience {
  group: Group | null;
  audienceType: 'school' | 'graduation_years' | 'organizations';
  audienceYears?: number[];
  audienceOrganizationIds?: string[];
  /** It is for its editors to manage. */
  organizationId?: string;
  /** Its slip takes one answer for all children of a family. */
  isPerFamily?: boolean;
}

type ItemSet = 'school' | 'year' | 'club' | 'family';

/** What Rob gets by Sam alone, or with everybody: in each, Mary has answered for Sam; in the last, for all of her children at once. */
export async function itemsOf(t: TestApp, family: Family): Promise<Record<ItemSet, Ids>> {
  const audiences = {
    school: { group: null, audienceType: 'school' },
    year: { group: 'item', audienceType: 'graduation_years', audienceYears: [YEAR] },
    club: {
      group: 'club item',
      audienceType: 'organizations',
      audienceOrganizationIds: [family.club.id],
      organizationId: family.club.id,
    },
    family: { group: null, audienceType: 'school', organizationId: family.club.id, isPerFamily: true },
  } satisfies Record<string, Audience>;
  return {
    school: await published(t, family, audiences.school),
    year: await published(t, family, audiences.year),
    club: await published(t, family, audiences.club),
    family: await published(t, family, audiences.family),
  };
}

async function published(
  t: TestApp,
  family: Family,
  { group, isPerFamily = false, ...audience }: Audience,
): Promise<Ids> {
  const { school, canaries, mary, sam } = family;
  const title = () => (group ? canaries.word(group) : 'Of everybody');
  const item = () => ({ ...audience, title: title() });
  const signup = await aSignup(
    t,
    school,
    { Cake: { title: title() } },
    { ...item(), claimantVisibility: 'names' },
  );
  const comment = canaries.word('answer');
  const claimId = await signup.claimed(mary, 'Cake', { student_id: sam.id, comment });
  const answered = await aSlip(t, family, { ...item(), answerPer: isPerFamily ? 'family' : 'student' });
  const calendar = new TestCalendar(t, school, family.admin.token);
  const to = {
    type: audience.audienceType,
    ...(audience.audienceYears && { graduation_years: audience.audienceYears }),
    ...(audience.audienceOrganizationIds && { organization_ids: audience.audienceOrganizationIds }),
  };
  const day = { school: '2027-01-05', graduation_years: '2027-01-06', organizations: '2027-01-07' }[
    audience.audienceType
  ];
  const when = { starts_at: `${day}T16:00:00Z`, ends_at: `${day}T17:00:00Z` };
  const notice = await aNoticeRow(t, school, { ...item(), expiresAt: new Date('2199-01-01') });
  return {
    ...{ signupId: signup.id, signupItemId: signup.items.Cake, claimId },
    ...answered,
    pollId: (await aPoll(t, school, item())).id,
    noticeId: notice.id,
    documentId: (await aDocumentRow(t, school, item())).id,
    eventId: await calendar.anEvent({
      ...when,
      title: title(),
      audience: to,
      organization_id: audience.organizationId,
    }),
    seriesId: await calendar.aSeries({ title: title(), audience: to }),
  };
}

/** A slip with a private question, which Mary has answered. */
async function aSlip(
  t: TestApp,
  { school, canaries, mary, sam }: Family,
  given: Partial<PermissionSlip>,
): Promise<Ids> {
  const slip = await aPermissionSlip(t, school, given);
  const question = await aSlipQuestion(t, slip, { private: true });
  const { status, body, text } = await new SlipClient(t, slip.id).answer(mary, {
    ...(given.answerPer === 'student' && { student_id: sam.id }),
    ...{ decision: 'granted', note: canaries.word('answer') },
    answers: [{ question_id: question.id, text: canaries.word('answer') }],
  });
  if (status !== 201) throw new Error(text);
  return { slipId: slip.id, responseId: body.id as string };
}

/** What else there is to ask for: of the family, and of Rob's own. */
export async function idsOf(t: TestApp, family: Family): Promise<Ids> {
  const { school, sam, tess, mary, rob, club } = family;
  const list = await aList(t, school, rob, [sam, tess, family.hal, family.cousin]);
  const entry = await list.addGuardian(mary, sam);
  const post = async (path: string, body: object = {}) =>
    (await t.api.post(`/schools/${school.id}/${path}`, { token: rob.token, body })).body;
  const [kept, gone] = [
    await post('app-passwords', { name: 'Phone' }),
    await post('app-passwords', { name: 'Old' }),
  ];
  const { subscription } = await post('calendar/subscriptions');
  const [onFile] = await t.dataSource.query<{ id: string }[]>(
    'select id from guardians where student_id = $1 and membership_id = $2',
    [sam.id, mary.membershipId],
  );
  const [records] = await t.dataSource.query<[Record<'email' | 'phone' | 'street' | 'legalName', string>]>(
    `select g.email, g.phone, s.address_line1 as street, s.legal_first_name as "legalName"
     from students s join guardians g on g.student_id = s.id and g.membership_id = $2 where s.id = $1`,
    [sam.id, mary.membershipId],
  );
  const photo = await club.photo({ uploadedByMembershipId: mary.membershipId });
  return {
    ...{ schoolId: school.id, studentId: sam.id, ownStudentId: tess.id, organizationId: club.id },
    ...{ membershipId: mary.membershipId, parentId: mary.membershipId, photoId: photo.id },
    ...{
      listId: list.id,
      bookId: list.id,
      guardianId: entry.body?.id ?? randomUUID(),
      file: `${onFile!.id}.vcf`,
    },
    ...{ appPassword: kept.password, appPasswordId: gone.id, subscriptionId: subscription.id },
    token: new URL(subscription.feed_url as string).pathname.split('/').at(-2)!,
    ...{ imageId: randomUUID(), attachmentId: randomUUID(), passkeyId: randomUUID(), uid: randomUUID() },
    ...{ name: `${'0'.repeat(32)}.png`, key: `student-photos/${sam.id}.png`, path: school.id },
    ...(await confirmationOf(t, family)),
    ...(await webhookRows(t, school)),
    notificationId: (await aNotification(t, rob)).id,
    categoryId: await aCategory(t, { school }, randomUUID()),
    menuId: (await aMenu(t, school)).id,
    sessionId: claimsOf(await tokenOf(t, rob)).sid as string,
    ...records,
  };
}

/** The open round of the school, and what Mary has proposed of Sam. */
async function confirmationOf(t: TestApp, { school, mary, sam }: Family): Promise<Ids> {
  const { manager } = t.dataSource;
  const open = await manager.findOneBy(ConfirmationRound, { schoolId: school.id });
  const where = { schoolId: school.id, membershipId: mary.membershipId, studentId: sam.id };
  const { id: correctionId } = await manager.findOneByOrFail(Correction, where);
  return { correctionId, roundId: open?.id ?? (await aRound(t, school)) };
}
