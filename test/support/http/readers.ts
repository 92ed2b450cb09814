import { expect } from '@jest/globals';
import type { ApiAnswer } from '../api-client.js';
import { aSchool, type Person, type TestSchool } from '../school.factory.js';
import type { TestApp } from '../test-app.js';
import { tokenOf } from '../tokens.js';

/** Tomorrow in the morning (UTC), so that reads come after what the database has made meanwhile. */
export const tomorrow = (): string =>
  `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T10:15:00.000Z`;

export const fullRoster = (school: TestSchool): string => `/schools/${school.id}/students?full=true`;
export const map = (school: TestSchool): string => `/schools/${school.id}/map-markers`;

/** People who read, and people who ask who has read. */
export function readers(app: () => TestApp) {
  /** Tokens are made for each call: the clock is moved further than they last. */
  const read = async (reader: Person, path: string, headers = {}): Promise<ApiAnswer> =>
    app().api.get(path, { token: await tokenOf(app(), reader), headers });

  const disclosures = async (person: Person, query = ''): Promise<ApiAnswer['body'][]> => {
    const { status, body } = await read(person, `/me/disclosures${query}`);
    expect(status).toBe(200);
    return body.disclosures;
  };

  /** `listStudents contact parent 2` */
  const lines = async (person: Person): Promise<string[]> =>
    (await disclosures(person))
      .map((d) => `${d.operation} ${d.subject} ${d.reader_role} ${d.count}`)
      .sort((a, b) => a.localeCompare(b));

  const aFamily = async () => {
    const school = await aSchool(app());
    const ada = await school.studentAtHome();
    const parent = await school.parentOf(ada);
    return { school, ada, parent, reader: await school.parent() };
  };

  return { read, disclosures, lines, aFamily };
}
