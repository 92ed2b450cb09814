import { expect } from '@jest/globals';
import type { TestSchool } from '../school.factory.js';
import type { TestApp } from '../test-app.js';

export interface Named {
  name: string;
  first_name: string;
  last_name: string;
}

export const namesOf = (people: { name: string }[]): string[] => people.map(({ name }) => name);

/** Lists of people as a member reads them; each answer is 200. */
export class PeopleReader {
  constructor(private readonly t: TestApp) {}

  async read<Body>(path: string, token: string): Promise<Body> {
    const answer = await this.t.api.get(path, { token });
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.body as Body;
  }

  async roster(school: TestSchool, token: string, query = ''): Promise<Named[]> {
    const { students } = await this.read<{ students: Named[] }>(
      `/schools/${school.id}/students${query}`,
      token,
    );
    return students;
  }

  /** Names that a search finds, in the order of code points. */
  async found(school: TestSchool, token: string, q: string): Promise<string[]> {
    return namesOf(await this.roster(school, token, `?q=${encodeURIComponent(q)}`)).sort();
  }
}
