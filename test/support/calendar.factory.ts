import type { ChangeScope } from '../../src/features/calendar/events/event-input.dto.js';
import { EventResult } from '../../src/features/calendar/results/event-result.entity.js';
import { CalendarEvent } from '../../src/features/calendar/events/calendar-event.entity.js';
import type { Organization } from '../../src/features/organizations/organization.entity.js';
import { anOrganization, type TestOrganization } from './organization.factory.js';
import type { ApiAnswer, ApiRequest } from './api-client.js';
import { aSchool, type TestMember, type TestSchool } from './school.factory.js';
import type { TestApp } from './test-app.js';
import { tokenOf } from './tokens.js';

/** Twelve Mondays from 2026-09-07 at 15:30 in New York: 19:30 in UTC, and 20:30 from November on. */
export const PRACTICE = {
  title: 'Practice',
  local_start: '2026-09-07T15:30',
  duration_minutes: 60,
  rrule: 'FREQ=WEEKLY;COUNT=12',
};

export const PICNIC = {
  title: 'Picnic',
  starts_at: '2026-09-12T16:00:00Z',
  ends_at: '2026-09-12T18:00:00Z',
};

/** What a test looks at of an event. */
export interface Shown {
  id: string;
  title: string;
  starts_at: string | null;
  start_date: string;
  original_start: string | null;
  status: string;
  is_exception: boolean;
  [more: string]: unknown;
}

/** A school, its admin, and what they do with the calendar over HTTP. */
export class TestCalendar {
  constructor(
    private readonly t: TestApp,
    readonly school: TestSchool,
    readonly token: string,
  ) {}

  get path(): string {
    return `/schools/${this.school.id}/calendar`;
  }

  /** The same calendar in the hands of someone else. */
  as({ token }: { token: string }): TestCalendar {
    return new TestCalendar(this.t, this.school, token);
  }

  createEvent(body: object = PICNIC): Promise<ApiAnswer> {
    return this.send('POST', '/events', { body });
  }

  createSeries(body: object = PRACTICE): Promise<ApiAnswer> {
    return this.send('POST', '/series', { body });
  }

  /** The id of an event that is made. */
  async anEvent(given: object = {}): Promise<string> {
    return (await this.createEvent({ ...PICNIC, ...given })).body.id as string;
  }

  async aSeries(given: object = {}): Promise<string> {
    return (await this.createSeries({ ...PRACTICE, ...given })).body.id as string;
  }

  getEvent(id: string): Promise<ApiAnswer> {
    return this.send('GET', `/events/${id}`);
  }

  change(id: string, body: object, scope?: ChangeScope, headers = {}): Promise<ApiAnswer> {
    return this.send('PATCH', `/events/${id}${scope ? `?scope=${scope}` : ''}`, { body, headers });
  }

  remove(id: string, scope?: ChangeScope, headers = {}): Promise<ApiAnswer> {
    return this.send('DELETE', `/events/${id}${scope ? `?scope=${scope}` : ''}`, { headers });
  }

  getSeries(id: string): Promise<ApiAnswer> {
    return this.send('GET', `/series/${id}`);
  }

  changeSeries(id: string, body: object, headers = {}): Promise<ApiAnswer> {
    return this.send('PATCH', `/series/${id}`, { body, headers });
  }

  removeSeries(id: string, headers = {}): Promise<ApiAnswer> {
    return this.send('DELETE', `/series/${id}`, { headers });
  }

  async events(): Promise<Shown[]> {
    return (await this.send('GET', '')).body.events as Shown[];
  }

  async occurrences(seriesId: string): Promise<Shown[]> {
    return (await this.send('GET', `/series/${seriesId}/occurrences`)).body.events as Shown[];
  }

  /** The id of an occurrence, by its day as the series has it. */
  async on(seriesId: string, day: string): Promise<string> {
    const wanted = day.replaceAll('-', '');
    const found = (await this.occurrences(seriesId)).find((one) => one.original_start?.startsWith(wanted));
    if (!found) throw new Error(`Nothing on ${day}`);
    return found.id;
  }

  /** The row behind an id. */
  async row(id: string): Promise<CalendarEvent> {
    const [seriesId, originalStart] = id.split('_');
    const where = originalStart ? { seriesId: seriesId!, originalStart } : { id };
    return this.t.dataSource.manager.findOneByOrFail(CalendarEvent, where);
  }

  /** A result of the event; its row. */
  async withResult(id: string, organization: { id: string }): Promise<CalendarEvent> {
    const row = await this.row(id);
    await this.t.dataSource.manager.insert(EventResult, this.resultOf(row, organization));
    return row;
  }

  resultOf({ id: eventId, schoolId }: CalendarEvent, organization: { id: string }): Partial<EventResult> {
    const [organizationId, updatedAt] = [organization.id, new Date()];
    return { eventId, schoolId, organizationId, outcome: 'win', recordedByMembershipId: null, updatedAt };
  }

  anOrganization(given: Partial<Organization> = {}): Promise<TestOrganization> {
    return anOrganization(this.t, this.school, given);
  }

  /** A parent who edits these organizations. */
  async anEditor(...organizations: TestOrganization[]): Promise<TestMember> {
    const editor = await this.school.parent();
    for (const organization of organizations) await organization.grant(editor);
    return editor;
  }

  send(method: string, below: string, request: ApiRequest = {}): Promise<ApiAnswer> {
    return this.t.api.send(method, this.path + below, { token: this.token, ...request });
  }
}

/** On 2026-09-01, before everything that happens in it. */
export async function aCalendar(t: TestApp): Promise<TestCalendar> {
  t.clock.moveTo('2026-09-01T12:00:00Z');
  const school = await aSchool(t);
  return new TestCalendar(t, school, await tokenOf(t, await school.admin(), { ttl: 400 * 86_400 }));
}
