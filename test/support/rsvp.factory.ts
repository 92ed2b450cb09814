import type { ApiAnswer } from './api-client.js';
import { aCalendar, PICNIC, PRACTICE, type TestCalendar } from './calendar.factory.js';
import type { TestApp } from './test-app.js';

export interface ShownRsvp {
  by: string;
  until: string | null;
  closed: boolean;
  capacity: number | null;
  remaining: number | null;
  counts: { yes: number; no: number; maybe: number };
  mine: {
    student_id: string | null;
    answer: string | null;
    answered_by: string | null;
    [more: string]: unknown;
  }[];
}

export type GivenAnswer = { student_id?: string; membership_id?: string; answer?: string; comment?: string };

/** Who comes to the events of a calendar, over HTTP. */
export class TestRsvps {
  constructor(readonly calendar: TestCalendar) {}

  as(member: { token: string }): TestRsvps {
    return new TestRsvps(this.calendar.as(member));
  }

  /** An event that asks for each student, unless given. */
  anEvent(given: object = {}): Promise<string> {
    return this.calendar.anEvent({ ...PICNIC, rsvp: { by: 'student' }, ...given });
  }

  aSeries(given: object = {}): Promise<string> {
    return this.calendar.aSeries({ ...PRACTICE, rsvp: { by: 'student' }, ...given });
  }

  put(eventId: string, answers: GivenAnswer[], headers = {}): Promise<ApiAnswer> {
    const body = { answers: answers.map((given) => ({ answer: 'yes', ...given })) };
    return this.calendar.send('PUT', `/events/${eventId}/rsvp`, { body, headers });
  }

  /** Answers that have to be taken. */
  async say(eventId: string, ...answers: GivenAnswer[]): Promise<ShownRsvp> {
    const answer = await this.put(eventId, answers);
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    return answer.body;
  }

  async rsvpOf(eventId: string): Promise<ShownRsvp | null> {
    return (await this.calendar.getEvent(eventId)).body.rsvp as ShownRsvp | null;
  }

  list(eventId: string): Promise<ApiAnswer> {
    return this.calendar.send('GET', `/events/${eventId}/rsvps`);
  }

  csv(eventId: string): Promise<ApiAnswer> {
    return this.calendar.send('GET', `/events/${eventId}/rsvps.csv`);
  }

  remind(eventId: string, headers = {}): Promise<ApiAnswer> {
    return this.calendar.send('POST', `/events/${eventId}/rsvps/reminders`, { headers });
  }
}

/** On 2026-09-01, before everything that happens in it. */
export const rsvpsOfACalendar = async (t: TestApp): Promise<TestRsvps> => new TestRsvps(await aCalendar(t));
