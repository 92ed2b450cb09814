import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { OrganizationGrant } from '../../../src/features/organizations/organization-grant.entity.js';
import { aCalendar, PICNIC, PRACTICE, type TestCalendar } from '../../support/calendar.factory.js';
import { anOrganization, type TestOrganization } from '../../support/organization.factory.js';
import { aSchool, type TestMember } from '../../support/school.factory.js';
import { expectError } from '../../support/errors.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let calendar: TestCalendar;
let tigers: TestOrganization;
let lions: TestOrganization;
let editor: TestMember;
beforeAll(async () => {
  t = await startTestApp();
  calendar = await aCalendar(t);
  [tigers, lions] = [await calendar.anOrganization(), await calendar.anOrganization()];
  editor = await calendar.anEditor(tigers);
});
afterAll(() => t.close());

const SCOPES = ['this', 'following', 'all'] as const;

describe('A parent', () => {
  it('creates nothing, for the school or for an organization', async () => {
    const parent = calendar.as(await calendar.school.parent());
    for (const organization_id of [null, tigers.id]) {
      expectError(await parent.createEvent({ ...PICNIC, organization_id }), 403, 'not_authorized');
      expectError(await parent.createSeries({ ...PRACTICE, organization_id }), 403, 'not_authorized');
    }
  });

  it('needs the right before what they send is looked at', async () => {
    const parent = calendar.as(await calendar.school.parent());
    for (const input of [{}, { title: 5 }, { title: 'Mine', organization_id: randomUUID() }]) {
      expectError(await parent.createEvent(input), 403, 'not_authorized');
      expectError(await parent.createSeries(input), 403, 'not_authorized');
    }
  });

  it('changes nothing that they see, and hears nothing of what they do not see', async () => {
    const parent = calendar.as(await calendar.school.parent());
    const [event, series] = [await calendar.anEvent(), await calendar.aSeries()];
    const occurrence = await calendar.on(series, '2026-09-14');
    for (const scope of SCOPES) {
      for (const id of [event, occurrence]) {
        expectError(await parent.change(id, { title: 'Mine' }, scope), 403, 'not_authorized');
        expectError(await parent.remove(id, scope), 403, 'not_authorized');
      }
    }
    expectError(await parent.changeSeries(series, { title: 'Mine' }), 403, 'not_authorized');
    expectError(await parent.removeSeries(series), 403, 'not_authorized');

    const hidden = await calendar.anEvent({ audience: { type: 'admins' } });
    expectError(await parent.getEvent(hidden), 404, 'not_found');
    expectError(await parent.change(hidden, { title: 'Mine' }), 404, 'not_found');
    expectError(await parent.remove(hidden), 404, 'not_found');
  });
});

describe('An editor', () => {
  const own = (): TestCalendar => calendar.as(editor);
  const tigersEvent = (): object => ({ ...PICNIC, organization_id: tigers.id });

  it('holds no power over what is the whole school’s', async () => {
    expectError(await own().createEvent(), 403, 'not_authorized');
    expectError(await own().createSeries(), 403, 'not_authorized');
    expectError(await own().change(await calendar.anEvent(), { title: 'Mine' }), 403, 'not_authorized');
    const series = await calendar.aSeries();
    expectError(await own().changeSeries(series, { title: 'Mine' }), 403, 'not_authorized');
  });

  it('creates, changes and deletes for the organization of a live grant, and for no other', async () => {
    const { status, body } = await own().createEvent(tigersEvent());
    expect(status).toBe(201);
    expect((await own().change(body.id, { title: 'Game' })).status).toBe(200);
    expect((await own().remove(body.id)).status).toBe(204);
    const series = await own().createSeries({ ...PRACTICE, organization_id: tigers.id });
    for (const scope of ['this', 'following'] as const) {
      const id = await own().on(series.body.id, '2026-09-21');
      expect((await own().change(id, { title: scope }, scope)).status).toBe(200);
    }
    expect((await own().changeSeries(series.body.id, { title: 'New' })).status).toBe(200);
    expect((await own().removeSeries(series.body.id)).status).toBe(204);

    expectError(await own().createEvent({ ...PICNIC, organization_id: lions.id }), 403, 'not_authorized');
    const theirs = await calendar.anEvent({ organization_id: lions.id, audience: { type: 'school' } });
    expectError(await own().change(theirs, { title: 'Mine' }), 403, 'not_authorized');
  });

  it('needs a grant on both organizations to hand an event over, and gives nothing to the school', async () => {
    const { body } = await own().createEvent(tigersEvent());
    expectError(await own().change(body.id, { organization_id: lions.id }), 403, 'not_authorized');
    expectError(await own().change(body.id, { organization_id: null }), 403, 'not_authorized');
    const both = calendar.as(await calendar.anEditor(tigers, lions));
    expect((await both.change(body.id, { organization_id: lions.id })).body.organization_id).toBe(lions.id);
    expectError(await own().change(body.id, { title: 'Ours' }), 403, 'not_authorized');
    expect((await calendar.change(body.id, { organization_id: null })).body.organization_id).toBeNull();
  });

  it('leaves the others alone when they edit one occurrence', async () => {
    const series = await calendar.aSeries();
    const id = await calendar.on(series, '2026-09-14');
    await calendar.change(id, { organization_id: tigers.id });
    expect((await own().change(id, { title: 'Ours' })).status).toBe(200);
    for (const scope of ['following', 'all'] as const) {
      expectError(await own().change(id, { title: 'All ours' }, scope), 403, 'not_authorized');
      expectError(await own().remove(id, scope), 403, 'not_authorized');
    }
  });

  it.each([
    ['revoked', { revokedAt: new Date('2026-08-31T00:00:00Z') }],
    ['expired', { expiresAt: new Date('2026-09-01T00:00:00Z') }],
    ['not begun', { startsAt: new Date('2030-01-01T00:00:00Z') }],
  ])('whose grant is %s is one no more', async (_what, given) => {
    const former = await calendar.school.parent();
    await tigers.grant(former, given);
    expectError(await calendar.as(former).createEvent(tigersEvent()), 403, 'not_authorized');
  });

  it('loses the second change when the grant ends between the two', async () => {
    const one = await calendar.anEditor(tigers);
    const { body } = await calendar.createEvent({ ...tigersEvent(), audience: { type: 'school' } });
    expect((await calendar.as(one).change(body.id, { title: 'First' })).status).toBe(200);
    const { membershipId } = one;
    await t.dataSource.manager.update(OrganizationGrant, { membershipId }, { revokedAt: new Date() });
    t.clock.advance(1000);
    expectError(await calendar.as(one).change(body.id, { title: 'Second' }), 403, 'not_authorized');
    expect((await calendar.getEvent(body.id)).body.title).toBe('First');
  });

  it('holds no power over an archived organization, which is there for admins only', async () => {
    const old = await calendar.anOrganization();
    const [former, other] = [await calendar.anEditor(old), await calendar.anEditor(old, tigers)];
    await old.archive();
    const input = { ...PICNIC, organization_id: old.id };
    expectError(await calendar.as(former).createEvent(input), 403, 'not_authorized');
    expectError(await calendar.as(other).createEvent(input), 404, 'not_found');
    expect((await calendar.createEvent(input)).status).toBe(201);
  });
});

describe('What an event refers to', () => {
  it.each(['organization_id', 'category_id'])('needs to exist: %s', async (field) => {
    for (const id of [randomUUID(), await foreign(field)]) {
      expectError(await calendar.createEvent({ ...PICNIC, [field]: id }), 404, 'not_found');
      expectError(await calendar.createSeries({ ...PRACTICE, [field]: id }), 404, 'not_found');
      expectError(await calendar.change(await calendar.anEvent(), { [field]: id }), 404, 'not_found');
    }
  });

  it('needs to belong to the school, in the audience too', async () => {
    const organization_ids = [tigers.id, await foreign('organization_id')];
    const audience = { type: 'organizations', organization_ids };
    expectError(await calendar.createEvent({ ...PICNIC, audience }), 404, 'not_found');
    const ours = { type: 'organizations', organization_ids: [tigers.id, lions.id, tigers.id] };
    const { body } = await calendar.createSeries({ ...PRACTICE, audience: ours });
    expect(body.audience).toEqual({ ...ours, graduation_years: [], organization_ids: [tigers.id, lions.id] });
  });

  it('costs one question: an audience that has lost an organization does not stand in the way', async () => {
    const old = await calendar.anOrganization();
    const id = await calendar.anEvent({ audience: { type: 'organizations', organization_ids: [old.id] } });
    await t.dataSource.query('delete from organizations where id = $1', [old.id]);
    expect((await calendar.change(id, { title: 'Reunion' })).status).toBe(200);
  });

  it('decides the audience that is not given: of the organization, or of the school', async () => {
    const id = await calendar.aSeries({ organization_id: tigers.id, audience: null });
    const audience = async (): Promise<object> => (await calendar.getSeries(id)).body.audience;
    expect(await audience()).toMatchObject({ type: 'organizations', organization_ids: [tigers.id] });
    await calendar.changeSeries(id, { organization_id: null });
    expect(await audience()).toMatchObject({ type: 'organizations', organization_ids: [tigers.id] });
    await calendar.changeSeries(id, { audience: null });
    expect(await audience()).toEqual({ type: 'school', graduation_years: [], organization_ids: [] });
  });
});

async function foreign(field: string): Promise<string> {
  const other = await aSchool(t);
  if (field === 'organization_id') return (await anOrganization(t, other)).id;
  const [row] = await t.dataSource.query<[{ id: string }]>(
    `insert into categories (school_id, name, color, position) values ($1, 'Trips', '#00AA00', 0) returning id`,
    [other.id],
  );
  return row.id;
}
