import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { ApiAnswer } from '../../support/api-client.js';
import { expectError } from '../../support/errors.js';
import { anOrganization } from '../../support/organization.factory.js';
import { aPublisher, type TestPublisher } from '../../support/publisher.factory.js';
import type { TestMember } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let notices: TestPublisher;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  notices = await aPublisher(t, 'notices');
});

const read = (id: string, { token }: { token: string } = notices): Promise<ApiAnswer> =>
  t.api.get(`/schools/${notices.school.id}/notices/${id}/deliveries`, { token });
const statesOf = ({ body }: ApiAnswer): [name: string, state: string][] =>
  body.people.map(({ name, state }: { name: string; state: string }) => [name, state]);
const mailBecomes = (state: string, { membershipId }: TestMember): Promise<unknown> =>
  t.dataSource.query(
    `update mails set state = $1, ended_at = now() from notifications n
     where mails.notification_id = n.id and n.membership_id = $2`,
    [state, membershipId],
  );
const named = (firstName: string): Promise<TestMember> =>
  notices.school.parent({ firstName, lastName: 'Adams' });

describe('GET /schools/:schoolId/notices/:noticeId/deliveries', () => {
  it('refuses members who do not manage the notice, and hides it from whom it is not for', async () => {
    const id = await notices.anItem();
    const parent = await notices.school.parent();
    expectError(await read(id, parent), 403, 'not_authorized');
    const admins = await notices.anItem({ audience: { type: 'admins' } });
    expectError(await read(admins, parent), 404, 'not_found');
    for (const unknown of ['notice', randomUUID()]) expectError(await read(unknown), 404, 'not_found');
  });

  it('tells how far it has come with each member, by name', async () => {
    const members = {
      read: await named('Ann'),
      mailed: await named('Bea'),
      waiting: await named('Cem'),
      bounced: await named('Dan'),
      off: await named('Eve'),
      unproven: await named('Fay'),
    };
    await t.dataSource.query('update users set email_verified_at = null where id = $1', [
      members.unproven.userId,
    ]);
    await notices.school.deactivate(await named('Gus'));
    const id = await notices.anItem();
    await notices.as(members.read).get(id);
    await mailBecomes('sent', members.mailed);
    await mailBecomes('dead', members.bounced);
    await mailBecomes('dropped', members.off);
    const answer = await read(id);
    expect([answer.status, statesOf(answer)]).toEqual([
      200,
      [
        ['Ann Adams', 'read'],
        ['Bea Adams', 'mailed'],
        ['Cem Adams', 'waiting'],
        ['Dan Adams', 'bounced'],
        ['Eve Adams', 'no_address'],
        ['Fay Adams', 'no_address'],
      ],
    ]);
    expect(answer.body.counts).toEqual({
      ...{ read: 1, mailed: 1, waiting: 1, bounced: 1, no_address: 2, not_registered: 0 },
    });
    expect(answer.body.people[0].membership_id).toBe(members.read.membershipId);
  });

  it('names guardians on file who have no account, each once', async () => {
    const [ada, ben] = [await notices.school.student(), await notices.school.student()];
    const source = { firstName: 'Ida', lastName: 'Berg', source: 'content', sourceId: 'ida' };
    await notices.school.guardian(ada, source);
    await notices.school.guardian(ada, { firstName: 'Leo', lastName: 'Berg' });
    await notices.school.guardian(ben, { firstName: 'Max', lastName: 'Berg' });
    await notices.school.guardian(await notices.school.student({ archivedAt: new Date() }));
    const names = async (audience?: object) =>
      statesOf(await read(await notices.anItem(audience && { audience })))
        .filter(([, state]) => state === 'not_registered')
        .map(([name]) => name);
    expect(await names()).toEqual(['Ida Berg', 'Leo Berg', 'Max Berg']);
    const club = await anOrganization(t, notices.school);
    await club.enroll(ben);
    expect(await names({ type: 'organizations', organization_ids: [club.id] })).toEqual(['Max Berg']);
    expect(await names({ type: 'graduation_years', graduation_years: [1999] })).toEqual([]);
    expect(await names({ type: 'admins' })).toEqual([]);
  });

  it('answers an editor of its organization, and nobody whose grant has ended', async () => {
    const [club, editor] = [await anOrganization(t, notices.school), await named('Zoe')];
    const { id: grantId } = await club.grant(editor);
    const id = await notices.anItem({ organization_id: club.id });
    expect((await read(id, editor)).status).toBe(200);
    await t.dataSource.query('update organization_grants set revoked_at = now() where id = $1', [grantId]);
    expectError(await read(id, editor), 404, 'not_found');
  });
});
