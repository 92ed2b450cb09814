import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Organization } from '../../../src/features/organizations/organization.entity.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { aSchool } from '../../support/school.factory.js';
import { anOrganization, type TestOrganization } from '../../support/organization.factory.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { hidesTheOrganizationFromOutsiders, refusesWhoIsNoManager } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

interface Place {
  chess: TestOrganization;
  token: string;
}

async function aClub(given: Partial<Organization> = {}): Promise<Place> {
  const school = await aSchool(t);
  const chess = await anOrganization(t, school, given);
  const editor = await chess.anEditor();
  return { chess, token: editor.token };
}

const change = ({ chess, token }: Place, body: unknown, ifMatch?: string): Promise<ApiAnswer> =>
  t.api.patch(`/organizations/${chess.id}`, {
    token,
    body,
    ...(ifMatch && { headers: { 'if-match': ifMatch } }),
  });
const stored = ({ chess }: Place): Promise<Organization> =>
  t.dataSource.manager.findOneByOrFail(Organization, { id: chess.id });

describe('PATCH /organizations/:organizationId', () => {
  const call = {
    method: 'PATCH',
    path: (id: string) => `/organizations/${id}`,
    body: { meeting_info: 'New' },
  };
  hidesTheOrganizationFromOutsiders(() => t, call);
  refusesWhoIsNoManager(() => t, call);

  it.each<[string, unknown, string]>([
    ['a number', { description: 5 }, 'description'],
    ['50,001 characters', { description: 'x'.repeat(50_001) }, 'description'],
    ['what is longer as it is stored', { description: '&'.repeat(20_000) }, 'description'],
    ['an image that nobody uploaded', { description: `<img src="image:${randomUUID()}">` }, 'description'],
    ['another protocol', { website: 'ftp://chess.example.org' }, 'website'],
    ['a script', { website: 'javascript:alert(1)' }, 'website'],
    ['a name without a protocol', { website: 'chess.example.org' }, 'website'],
    ['credentials in the address', { website: 'https://a:b@chess.example.org' }, 'website'],
    ['201 characters', { website: `https://example.org/${'x'.repeat(181)}` }, 'website'],
    ['a list', { website: ['https://example.org'] }, 'website'],
    ['5,001 characters of meetings', { meeting_info: 'x'.repeat(5001) }, 'meeting_info'],
    ['an object', { meeting_info: {} }, 'meeting_info'],
  ])('refuses %s, and keeps what there was', async (_what, body, field) => {
    const place = await aClub({
      description: 'Kept',
      website: 'https://kept.example.org',
      meetingInfo: 'Kept',
    });
    expectInvalid(await change(place, body), field);
    expect(await stored(place)).toMatchObject({
      description: 'Kept',
      website: 'https://kept.example.org',
      meetingInfo: 'Kept',
    });
  });

  it('counts characters, of which some are two halves where they are stored', async () => {
    const place = await aClub();
    const description = '🏫'.repeat(50_000);
    expect((await change(place, { description })).status).toBe(200);
    expect((await stored(place)).description === description).toBe(true);
    expectInvalid(await change(place, { description: `${description}!` }), 'description');
    expectInvalid(await change(place, { description: '🏫'.repeat(49_996) + '&' }), 'description');
  });

  it('refuses a change of what the caller has not seen', async () => {
    const place = await aClub();
    const { token, chess } = place;
    const etag = (await t.api.get(`/organizations/${chess.id}`, { token })).headers.get('etag')!;
    expect((await change(place, { meeting_info: 'First' }, etag)).status).toBe(200);
    expectError(await change(place, { meeting_info: 'Second' }, etag), 409, 'conflict', 'stale');
    expect((await stored(place)).meetingInfo).toBe('First');
  });

  it('lets one of ten writers with the same tag through', async () => {
    const place = await aClub();
    const { token, chess } = place;
    const etag = (await t.api.get(`/organizations/${chess.id}`, { token })).headers.get('etag')!;
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => change(place, { meeting_info: `Room ${i}` }, etag)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
  });

  it('changes what is given and answers as GET does', async () => {
    const place = await aClub({ website: 'https://kept.example.org' });
    const { token, chess } = place;
    const changes = { description: '<p>New</p>', meeting_info: ' Mondays,\nroom 4 ' };
    const { status, body } = await change(place, changes);
    expect([status, body]).toEqual([200, (await t.api.get(`/organizations/${chess.id}`, { token })).body]);
    expect(body).toMatchObject({
      description: '<p>New</p>',
      website: 'https://kept.example.org',
      meeting_info: 'Mondays,\nroom 4',
      can_edit: true,
    });
  });

  it('clears with null and with blanks, and keeps what is left out', async () => {
    for (const [nothing, empty] of [
      [null, null],
      [' ', '<p> &nbsp;</p><script>x</script>'],
    ]) {
      const place = await aClub({
        description: 'Old',
        website: 'https://old.example.org',
        meetingInfo: 'Old',
      });
      expect((await change(place, {})).body).toMatchObject({ description: 'Old', meeting_info: 'Old' });
      const { body } = await change(place, { description: empty, website: nothing, meeting_info: nothing });
      expect(body).toMatchObject({ description: null, website: null, meeting_info: null });
    }
  });

  it('stores the description without what could harm its readers', async () => {
    const place = await aClub();
    const description =
      '<h2 onclick="x()">Join</h2><script>x()</script><p><b>Now</b> <a href="javascript:x()">or</a> ' +
      '<a href="https://example.org">later</a><img src="https://evil.example/p.png"><img src="data:image/png;base64,AA"></p>';
    const { body } = await change(place, { description });
    const clean =
      '<h2>Join</h2><p><strong>Now</strong> or <a href="https://example.org" rel="noopener noreferrer">later</a></p>';
    expect(body.description).toBe(clean);
    expect((await change(place, { description: body.description })).body.description).toBe(clean);
    expect((await stored(place)).description).toBe(clean);
  });

  it('changes nothing else, whatever is sent', async () => {
    const place = await aClub();
    const before = await stored(place);
    const answer = await change(place, {
      short_name: 'mine',
      kind: 'class',
      category: 'x',
    });
    expect(answer.status).toBe(200);
    expect(await stored(place)).toEqual({ ...before, updatedAt: expect.any(Date) });
  });

  it('lets junior and senior admins change it, an archived one too', async () => {
    const school = await aSchool(t);
    const chess = await anOrganization(t, school, { archivedAt: new Date() });
    for (const role of ['junior_admin', 'senior_admin'] as const) {
      const { token } = await school.admin(role);
      expect((await change({ chess, token }, { meeting_info: role })).body.meeting_info).toBe(role);
    }
  });
});
