import type { Organization } from '../../src/features/organizations/organization.entity.js';
import { aCalendar, type TestCalendar } from './calendar.factory.js';
import type { TestOrganization } from './organization.factory.js';
import type { ApiAnswer } from './api-client.js';
import type { TestApp } from './test-app.js';

/** A game that everyone may see; an hour on a Saturday. */
export const GAME = {
  title: 'Game',
  starts_at: '2026-09-12T16:00:00Z',
  ends_at: '2026-09-12T17:00:00Z',
  event_type: 'game',
  opponent: 'Lions',
  audience: { type: 'school' },
};

/** An organization in the hands of one of its managers, over HTTP. */
export class TestTeam {
  constructor(
    private readonly t: TestApp,
    readonly calendar: TestCalendar,
    readonly organization: TestOrganization,
    readonly token: string,
  ) {}

  get path(): string {
    return `/organizations/${this.organization.id}`;
  }

  /** The same team in the hands of someone else. */
  as({ token }: { token: string }): TestTeam {
    return new TestTeam(this.t, this.calendar, this.organization, token);
  }

  /** The id of a game that is made. */
  aGame(given: object = {}): Promise<string> {
    return this.calendar.anEvent({ ...GAME, organization_id: this.organization.id, ...given });
  }

  /** Twelve games, one each Monday from 2026-09-07 at 19:30 UTC. */
  games(given: object = {}): Promise<string> {
    const { title, event_type, opponent, audience } = GAME;
    const organization_id = this.organization.id;
    return this.calendar.aSeries({ title, event_type, opponent, audience, organization_id, ...given });
  }

  get(): Promise<ApiAnswer> {
    return this.t.api.get(this.path, { token: this.token });
  }

  schedule(query = ''): Promise<ApiAnswer> {
    return this.t.api.get(`${this.path}/schedule${query}`, { token: this.token });
  }

  results(query = ''): Promise<ApiAnswer> {
    return this.t.api.get(`${this.path}/results${query}`, { token: this.token });
  }

  put(eventId: string, body: unknown = { outcome: 'win' }): Promise<ApiAnswer> {
    return this.t.api.put(`${this.path}/results/${eventId}`, { token: this.token, body });
  }

  remove(eventId: string): Promise<ApiAnswer> {
    return this.t.api.delete(`${this.path}/results/${eventId}`, { token: this.token });
  }
}

/** A team and its calendar on 2026-09-01, in the hands of an admin. */
export async function aTeam(t: TestApp, given: Partial<Organization> = {}): Promise<TestTeam> {
  const calendar = await aCalendar(t);
  return new TestTeam(t, calendar, await calendar.anOrganization(given), calendar.token);
}
