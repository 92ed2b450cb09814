import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.js';
import { AccessLogRecorder } from '../../../src/features/access-log/access-log-recorder.service.js';
import { anOrganization, type TestOrganization } from '../../support/organization.factory.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { hidesTheOrganizationFromOutsiders, refusesWhoIsNoManager } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let chess: TestOrganization;
let admin: TestMember;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t);
  chess = await anOrganization(t, school, { name: 'Chess & Go' });
  admin = await school.admin('junior_admin');
});

const read = ({ token }: TestMember): Promise<ApiAnswer> =>
  t.api.get(`/organizations/${chess.id}/roster.csv`, { token });
const linesOf = ({ text }: ApiAnswer): string[] =>
  text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');

describe('GET /organizations/:organizationId/roster.csv', () => {
  const call = { method: 'GET', path: (id: string) => `/organizations/${id}/roster.csv` };
  hidesTheOrganizationFromOutsiders(() => t, call);
  refusesWhoIsNoManager(() => t, call);

  it('returns a heading alone before anyone is on it', async () => {
    const answer = await read(admin);
    expect(linesOf(answer)).toEqual(['Student,Grade,Graduation year,Position,Jersey']);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toContain('Chess%20%26%20Go.csv');
  });

  it('lists the students by name, each with the guardians beside each other', async () => {
    const zoe = await school.student({ firstName: 'Zoe', grade: '7', graduationYear: 2031 });
    const ada = await school.student({ firstName: 'Ada', grade: null });
    await school.guardian(ada, {
      firstName: 'Otto',
      lastName: 'Park',
      relation: 'father',
      phone: '555-0100',
    });
    await school.guardian(ada, { firstName: 'Ines', lastName: 'Vale', isPrimary: true, phone: null });
    await chess.enroll(zoe);
    await chess.enroll(ada, { position: 'Goalkeeper', jersey: '07' });
    const [heading, first, second] = linesOf(await read(admin)).map((line) => line.split(','));
    expect(heading!.slice(5)).toEqual(
      [1, 2].flatMap((n) => [`Guardian ${n}`, `Relation ${n}`, `Phone ${n}`, `Email ${n}`]),
    );
    expect(first!.slice(0, 8)).toEqual([
      'Ada Park',
      '',
      '2030',
      'Goalkeeper',
      '07',
      'Ines Vale',
      'mother',
      '',
    ]);
    expect(first!.slice(9, 12)).toEqual(['Otto Park', 'father', '555-0100']);
    expect(second).toEqual(['Zoe Park', '7', '2031', '', '', ...Array.from({ length: 8 }, () => '')]);
  });

  it('masks a contact that is hidden for editors, and not for admins, and records who has read one', async () => {
    const ada = await school.student();
    const hidden = {
      profileVisibility: 'name_only',
      phone: '555-0111',
      email: 'hidden@example.org',
    } as const;
    const shown = await school.guardian(ada, { phone: '555-0100', email: 'shown@example.org' });
    await school.guardian(ada, hidden);
    await chess.enroll(ada);
    const editor = await school.parent();
    await chess.grant(editor);
    const text = (await read(editor)).text;
    expect([text.includes('555-0100'), text.includes('shown@example.org')]).toEqual([true, true]);
    expect([text.includes('555-0111'), text.includes('hidden@example.org')]).toEqual([false, false]);
    expect((await read(admin)).text).toContain('hidden@example.org');
    await t.app.get(AccessLogRecorder).flush();
    const reads = await t.dataSource.query<{ subject_id: string }[]>(
      'select subject_id from disclosures where reader_membership_id = $1',
      [editor.membershipId],
    );
    expect(reads).toEqual([{ subject_id: shown.id }]);
  });

  it('keeps names from being formulas', async () => {
    await chess.enroll(await school.student({ firstName: '=cmd|x', lastName: '+1' }));
    expect(linesOf(await read(admin))[1]).toMatch(/^'=cmd/);
  });
});
