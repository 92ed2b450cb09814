import { Category } from '../../src/features/categories/category.entity.js';
import { aCalendar } from '../support/calendar.factory.js';
import { aList } from '../support/list.factory.js';
import { aMenu } from '../support/menu.factory.js';
import { aNotification } from '../support/notification.factory.js';
import { aPermissionSlip } from '../support/permission-slip.factory.js';
import { aPoll } from '../support/poll.factory.js';
import { aDocumentRow, aNoticeRow } from '../support/publication.factory.js';
import type { TestMember } from '../support/school.factory.js';
import { aSignup } from '../support/signup.factory.js';
import { anOrganization, aStaffMember } from '../support/organization.factory.js';
import { aPhoto } from '../support/files/images.js';
import type { PhotoApp } from '../support/files/photo-app.js';
import type { Given } from './operations.js';

export interface Family {
  /** A mother, for whom there is something behind every tool. */
  mother: TestMember;
  /** A value for every argument. */
  given: Given;
}

/** Texts that a careless pass through JSON, HTML or another encoding would change. */
const DIFFICULT = 'Zoë “Øystein” \u{1f468}‍\u{1f469}‍\u{1f467} <b>\\n</b> \u2028 ﷽';

const EVENT = { title: DIFFICULT, starts_at: '2026-08-12T16:00:00Z', ends_at: '2026-08-12T18:00:00Z' };

export async function aFamily(app: PhotoApp): Promise<Family> {
  const { t } = app;
  const { school, token: adminsToken } = await aCalendar(t);
  const ada = await school.studentAtHome({ firstName: DIFFICULT });
  const mother = await school.parentOf(ada);
  const { token } = mother;
  await t.api.put(`/students/${ada.id}/note`, { token, body: { body: DIFFICULT } });
  for (const whose of [`/students/${ada.id}/photo`, '/me/photo']) {
    await app.put(whose, token, 'image/png', await aPhoto('image/png'));
  }
  const chess = await anOrganization(t, school, { name: DIFFICULT });
  await chess.enroll(ada);
  await aStaffMember(t, school, { title: DIFFICULT });
  await aNoticeRow(t, school, { title: DIFFICULT });
  await aDocumentRow(t, school);
  await aNotification(t, mother, { title: DIFFICULT });
  const game = { ...EVENT, organization_id: chess.id };
  const { body } = await t.api.post(`/schools/${school.id}/calendar/events`, {
    token: adminsToken,
    body: game,
  });
  const result = { outcome: 'win', summary: DIFFICULT };
  await t.api.put(`/organizations/${chess.id}/results/${body.id}`, { token: adminsToken, body: result });
  await t.dataSource.manager.insert(Category, {
    schoolId: school.id,
    name: DIFFICULT,
    color: '#1A2b3C',
    position: 1,
  });
  const menu = await aMenu(t, school, { date: '2026-09-07', items: DIFFICULT });
  const given = {
    schoolId: school.id,
    studentId: ada.id,
    parentId: mother.membershipId,
    listId: (await aList(t, school, mother, [ada], DIFFICULT)).id,
    start: '2026-09-06',
    date: String(menu.date),
    pollId: (await aPoll(t, school)).id,
    signupId: (await aSignup(t, school, { Cake: {} })).id,
    slipId: (await aPermissionSlip(t, school)).id,
    organizationId: chess.id,
  };
  return { mother, given };
}
