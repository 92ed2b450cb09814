import { randomUUID } from 'node:crypto';
import { TestPublisher, type Kind } from '../../support/publisher.factory.js';
import type { TestMember, TestSchool } from '../../support/school.factory.js';
import type { TestApp } from '../../support/test-app.js';

/** A document and a notice that the guardian has published for the school. */
export async function publicationsOf(t: TestApp, school: TestSchool, { membershipId }: TestMember) {
  const admin = await school.admin();
  const publish = async (kind: Kind): Promise<string> => {
    const id = await new TestPublisher(t, kind, school, admin).anItem({ expires_at: '2199-01-01T00:00:00Z' });
    await t.dataSource.query(`update ${kind} set created_by_membership_id = $2 where id = $1`, [
      id,
      membershipId,
    ]);
    return id;
  };
  return {
    documentId: await publish('documents'),
    noticeId: await publish('notices'),
    attachmentId: randomUUID(),
  };
}
