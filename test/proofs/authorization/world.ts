import { aCategory } from '../../support/feed.factory.js';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { UserSession } from '../../../src/features/account/sessions/user-session.entity.js';
import type { Student } from '../../../src/features/directory/students/student.entity.js';
import { aMenu } from '../../support/menu.factory.js';
import { aNotification } from '../../support/notification.factory.js';
import { aPerson, aSchool, type Person, type TestSchool } from '../../support/school.factory.js';
import type { TestApp } from '../../support/test-app.js';
import { claimsOf, resigned, tokenOf } from '../../support/tokens.js';
import { webhookRows } from '../../support/webhook.factory.js';
import { confirmationsOf } from './worlds/confirmation.world.js';
import { calendarsOf, contestsOf, subscriptionsOf } from './worlds/calendar.world.js';
import { publicationsOf } from './worlds/publishing.world.js';
import type { Caller } from './grid.js';
import {
  organizationsOf,
  photosOf,
  tokensOfEditors,
  type Organizations,
} from './worlds/organizations.world.js';
import { pollsOf } from './worlds/polls.world.js';
import { putPhotos } from './worlds/photos.world.js';
import { signupsOf } from './worlds/signups.world.js';
import { listsOf } from './worlds/lists.world.js';
import { slipsOf } from './worlds/slips.world.js';
import { imagesOf } from './worlds/images.world.js';

/** Two schools, their people, and what there is to ask for. */
export interface World {
  schools: TestSchool[];
  tokens: Record<Caller, string | undefined>;
  /** What stands for a path parameter, by the name of the target. */
  ids: Record<string, Record<string, string>>;
}

export async function aWorld(t: TestApp): Promise<World> {
  const [school, otherSchool] = [
    await aSchool(t, { addressBooks: true }),
    await aSchool(t, { addressBooks: true }),
  ];
  const [child, otherChild] = [await school.student(), await school.student({ lastName: 'Ray' })];
  const strangersChild = await otherSchool.student({ lastName: 'Stone' });
  const archived = await school.student({ archivedAt: new Date() });
  const parent = await school.parentOf([child, archived]);
  const otherParent = await school.parentOf(otherChild);
  const stranger = await otherSchool.parentOf(strangersChild);
  const organizations = await organizationsOf(t, school, otherSchool);
  const calendars = await calendarsOf(t, school, otherSchool, organizations['this organization']);
  const contests = await contestsOf(t, school, otherSchool, organizations);
  const images = await imagesOf(t, [school, otherSchool], organizations, parent);
  const subscriptions = await subscriptionsOf(t, school, {
    "this parent's subscription": parent,
    "another parent's subscription": otherParent,
    "another school's subscription": { ...stranger, school: otherSchool },
  });
  const publications = await publicationsOf(t, school, otherSchool, organizations['this organization']);
  const seniorAdmin = await school.admin('senior_admin');
  const outsiders = await outsidersOf(t, school, child, organizations['this organization']);
  const lists = await listsOf(t, {
    "this parent's": { school, owner: parent, student: child },
    "another parent's": { school, owner: otherParent, student: otherChild },
    "another school's": { school: otherSchool, owner: stranger, student: strangersChild },
  });
  await putPhotos(
    t,
    [child, otherChild, strangersChild, archived],
    [parent, otherParent, stranger, outsiders.deactivated],
  );

  const slips = await slipsOf(t, [school, otherSchool], organizations['this organization'], {
    own: { parent, child },
    other: { parent: otherParent, child: otherChild },
    foreign: { parent: stranger, child: strangersChild },
  });
  const unknown = { invented: randomUUID(), malformed: 'springfield' };
  return {
    schools: [school, otherSchool],
    tokens: {
      ...(await tokensThatAreRefused(t, parent)),
      ...(await tokensOfEditors(school, organizations)),
      'no school': outsiders.noSchool.token,
      'deactivated parent': outsiders.deactivated.token,
      'former parent': outsiders.former.token,
      'parent of this family': parent.token,
      'parent of another family': otherParent.token,
      'junior admin': (await school.admin('junior_admin')).token,
      'senior admin': seniorAdmin.token,
      'parent of another school': stranger.token,
      'admin of another school': (await otherSchool.admin('senior_admin')).token,
      'member of two schools': (await otherSchool.parent({}, await school.parent())).token,
    },
    ids: {
      ...lists,
      ...calendars,
      eventId: { ...calendars.eventId, ...contests.eventId },
      ...subscriptions,
      ...publications,
      ...(await signupsOf(
        t,
        { school, author: parent, admin: seniorAdmin },
        { school: otherSchool, author: stranger },
        organizations['this organization'],
      )),
      ...(await confirmationsOf(t, [school, otherSchool], {
        "this parent's": { parent, child },
        "another parent's": { parent: otherParent, child: otherChild },
        "another school's": { parent: stranger, child: strangersChild },
      })),
      ...(await pollsOf(t, school, otherSchool, organizations['this organization'])),
      ...slips,
      attachmentId: { ...publications.attachmentId, ...slips.attachmentId },
      schoolId: {
        ...calendars.schoolId,
        ...publications.schoolId,
        ...subscriptions.schoolId,
        ...images.schoolId,
        'this school': school.id,
        'another school': otherSchool.id,
        ...unknown,
      },
      imageId: images.imageId,
      ...(await webhooksOf(t, school, otherSchool)),
      categoryId: {
        'this school': await aCategory(t, { school }, 'Sports'),
        'another school': await aCategory(t, { school: otherSchool }, 'Sports'),
        ...unknown,
      },
      menuId: {
        'this school': (await aMenu(t, school)).id,
        'another school': (await aMenu(t, otherSchool)).id,
        ...unknown,
      },
      studentId: {
        "this family's": child.id,
        "another family's": otherChild.id,
        "another school's": strangersChild.id,
        archived: archived.id,
        "this parent's": child.id,
        "another parent's": otherChild.id,
        // Who can be on the roster of each organization.
        'this organization': child.id,
        'another organization': child.id,
        'archived organization': child.id,
        ...unknown,
      },
      organizationId: { ...contests.organizationId, ...unknown },
      photoId: { ...(await photosOf(organizations)), ...unknown },
      notificationId: {
        "this parent's": (await aNotification(t, parent)).id,
        "another parent's": (await aNotification(t, otherParent)).id,
        "another school's": (await aNotification(t, stranger)).id,
        "the deactivated parent's": (await aNotification(t, outsiders.deactivated)).id,
        ...unknown,
      },
      parentId: {
        "this family's": parent.membershipId,
        "another family's": otherParent.membershipId,
        "another school's": stranger.membershipId,
        deactivated: outsiders.deactivated.membershipId,
        ...unknown,
      },
      membershipId: {
        "this parent's": parent.membershipId,
        "another parent's": otherParent.membershipId,
        "another school's": stranger.membershipId,
        "the senior admin's": seniorAdmin.membershipId,
        "the deactivated parent's": outsiders.deactivated.membershipId,
        "the former parent's": outsiders.former.membershipId,
        'this organization': parent.membershipId,
        'another organization': parent.membershipId,
        'archived organization': parent.membershipId,
        ...unknown,
      },
      sessionId: {
        "this parent's": sessionOf(await tokenOf(t, parent)),
        "another parent's": sessionOf(await tokenOf(t, otherParent)),
        "another school's": sessionOf(await tokenOf(t, stranger)),
        ...unknown,
      },
    },
  };
}

async function webhooksOf(t: TestApp, school: TestSchool, otherSchool: TestSchool) {
  const [own, other] = [await webhookRows(t, school), await webhookRows(t, otherSchool)];
  const ids = (of: 'webhookId' | 'deliveryId') => ({
    ...{ 'this school': own[of], 'another school': other[of] },
    ...{ invented: randomUUID(), malformed: 'springfield' },
  });
  return { webhookId: ids('webhookId'), deliveryId: ids('deliveryId') };
}

/** All of them of one who would otherwise be let in. */
async function tokensThatAreRefused(t: TestApp, parent: Person) {
  const { privateKey: strangersKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ended = await tokenOf(t, parent);
  await t.dataSource.manager.update(UserSession, { id: sessionOf(ended) }, { revokedAt: new Date() });
  return {
    anonymous: undefined,
    'garbage token': 'garbage',
    'forged token': await resigned(parent.token, strangersKey, {}),
    'expired token': await tokenOf(t, parent, { ttl: -60 }),
    'signed out': ended,
    'second step missing': await tokenOf(t, parent, { secondStepPending: true }),
  };
}

/** Signed in, and in no school: two of them once were guardians of this family, and editors. */
async function outsidersOf(
  t: TestApp,
  school: TestSchool,
  child: Student,
  organization: Organizations['this organization'],
) {
  const deactivated = await school.parentOf(child);
  await organization.grant(deactivated);
  await school.deactivate(deactivated);
  const former = await school.parentOf(child);
  await organization.grant(former);
  await t.api.post(`/me/leave-school/${former.membershipId}`, { token: former.token });
  return { noSchool: await aPerson(t), deactivated, former };
}

const sessionOf = (token: string): string => claimsOf(token).sid as string;
