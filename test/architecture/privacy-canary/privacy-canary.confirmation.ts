import { Correction } from '../../../src/features/corrections/correction.entity.js';
import { aRound } from '../../support/confirmation.factory.js';
import type { TestMember, TestSchool } from '../../support/school.factory.js';
import type { TestApp } from '../../support/test-app.js';
import type { Call } from './privacy-canary.table.js';

/** Calls of what families confirm, and of what they propose. */
export const CONFIRMATION: Record<string, Call> = {
  'GET /me/confirmation': { queries: ['schoolId=:schoolId'] },
  'POST /me/confirmation/:roundId': {},
  'GET /schools/:schoolId/confirmation': {},
  'GET /schools/:schoolId/confirmation.csv': {},
  'POST /schools/:schoolId/confirmation/reminders': {},
  'GET /me/corrections': { queries: ['', 'schoolId=:schoolId'] },
  'POST /students/:studentId/corrections': { body: { field: 'other', proposed: 'Rides the early bus.' } },
  'GET /schools/:schoolId/corrections': {
    queries: ['', 'state=open'],
    ...{ shows: [], showsAdmins: ['student contact', 'address', 'legal name'] },
  },
  'GET /schools/:schoolId/corrections.csv': {
    ...{ shows: [], showsAdmins: ['student contact', 'address', 'legal name'] },
  },
  'PATCH /corrections/:correctionId': {
    ...{ body: { state: 'done' }, shows: [], showsAdmins: ['student contact'] },
  },
};

/** The guardian has said what is wrong of the phone, the address and the name of the student, while the school asks. */
export async function correctionsOf(
  t: TestApp,
  school: TestSchool,
  { token }: TestMember,
  studentId: string,
): Promise<Record<'roundId' | 'correctionId', string>> {
  for (const field of ['name', 'address', 'phone']) {
    const body = { field, proposed: 'Something else' };
    await t.api.post(`/students/${studentId}/corrections`, { token, body });
  }
  const where = { schoolId: school.id, field: 'phone' as const };
  const { id: correctionId } = await t.dataSource.manager.findOneByOrFail(Correction, where);
  return { correctionId, roundId: await aRound(t, school) };
}
