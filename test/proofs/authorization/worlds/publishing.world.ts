import { randomUUID } from 'node:crypto';
import { KINDS, TestPublisher, type Published } from '../../../support/publisher.factory.js';
import type { TestOrganization } from '../../../support/organization.factory.js';
import type { TestSchool } from '../../../support/school.factory.js';
import type { TestApp } from '../../../support/test-app.js';
import type { World } from '../world.js';

/** A document and a notice of each kind with a file, all of them asked for by way of this school. */
export async function publicationsOf(
  t: TestApp,
  school: TestSchool,
  otherSchool: TestSchool,
  organization: TestOrganization,
): Promise<World['ids']> {
  const [admin, otherAdmin] = [await school.admin('junior_admin'), await otherSchool.admin('junior_admin')];
  const everyone = { expires_at: '2199-01-01T00:00:00Z', audience: { type: 'school' }, acknowledge: true };
  const admins = { ...everyone, audience: { type: 'admins' } };
  const organization_id = organization.id;
  const ids = { documentId: {}, noticeId: {}, attachmentId: {}, schoolId: {} } as World['ids'];
  for (const kind of KINDS) {
    const item = kind === 'documents' ? 'document' : 'notice';
    const own = new TestPublisher(t, kind, school, admin);
    const other = new TestPublisher(t, kind, otherSchool, otherAdmin);
    const put = (of: string, id: string, attachmentId: string): void => {
      const target = `${of} ${item}`;
      ids[`${item}Id`]![target] = id;
      ids.attachmentId![target] = attachmentId;
      ids.schoolId![target] = school.id;
    };
    for (const [of, publisher, given] of [
      ["everyone's", own, everyone],
      ["the organization's", own, { ...everyone, organization_id }],
      ["the organization's hidden", own, { ...admins, organization_id }],
      ["the admins'", own, admins],
      ["another school's", other, everyone],
    ] as const) {
      const id = await publisher.anItem({ ...given, attachments: [await publisher.anUpload()] });
      put(of, id, ((await publisher.get(id)).body as Published).attachments[0]!.id);
    }
    put('invented', randomUUID(), randomUUID());
    put('malformed', 'handbook', 'map.png');
  }
  return ids;
}
