import { ConfirmationRoundsService } from '../../src/features/confirmation/confirmation-rounds.service.js';
import { School } from '../../src/features/schools/school.entity.js';
import type { ApiAnswer } from './api-client.js';
import type { Person, TestSchool } from './school.factory.js';
import type { TestApp } from './test-app.js';

/** Opens a round as the operator does. @returns its id */
export async function aRound(
  t: TestApp,
  { id }: TestSchool,
  terms: { due?: string; message?: string } = {},
): Promise<string> {
  const school = await t.dataSource.manager.findOneByOrFail(School, { id });
  const { due = null, message = null } = terms;
  return t.app.get(ConfirmationRoundsService).open(school, { due, message });
}

export const closeRound = (t: TestApp, { id }: TestSchool): Promise<string> =>
  t.app.get(ConfirmationRoundsService).close(id);

export const confirm = (t: TestApp, roundId: string, { token }: Pick<Person, 'token'>): Promise<ApiAnswer> =>
  t.api.send('POST', `/me/confirmation/${roundId}`, { token });

export const readConfirmation = (
  t: TestApp,
  { id }: TestSchool,
  { token }: Pick<Person, 'token'>,
): Promise<ApiAnswer> => t.api.get(`/me/confirmation?schoolId=${id}`, { token });
