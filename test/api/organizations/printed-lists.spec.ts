import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AccessLogRecorder } from '../../../src/features/access-log/access-log-recorder.service.js';
import { expectInvalid } from '../../support/errors.js';
import { HAS_PDF_READER, textOf } from '../../support/files/pdf-reader.js';
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

const print = async ({ token }: TestMember, query = ''): Promise<Buffer> => {
  const answer = await fetch(`${t.url}/api/v1/organizations/${chess.id}/roster.pdf${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  return Buffer.from(await answer.arrayBuffer());
};
const withReader = HAS_PDF_READER ? it : it.skip;

describe('GET /organizations/:organizationId/roster.pdf', () => {
  const call = { method: 'GET', path: (id: string) => `/organizations/${id}/roster.pdf` };
  hidesTheOrganizationFromOutsiders(() => t, call);
  refusesWhoIsNoManager(() => t, call);

  it('refuses a use that there is none of', async () => {
    const path = `/organizations/${chess.id}/roster.pdf?use=party`;
    expectInvalid(await t.api.get(path, { token: admin.token }), 'use');
  });

  withReader('says so where nobody is on it', async () => {
    expect(textOf(await print(admin))).toContain('Nobody is on this list.');
  });

  withReader(
    'prints guardians with their phones for a trip, masked, and names alone for the wall',
    async () => {
      const ada = await school.student({ firstName: 'Ada', lastName: 'Ødegård', grade: '7b' });
      const shown = await school.guardian(ada, { firstName: '#evil()', phone: '555-0100' });
      await school.guardian(ada, { firstName: 'Otto', phone: '555-0111', profileVisibility: 'name_only' });
      await chess.enroll(ada);
      const editor = await school.parent();
      await chess.grant(editor);
      const trip = textOf(await print(editor));
      for (const text of [
        'Chess & Go',
        'Contacts for a trip',
        'Ada Ødegård',
        '7b',
        '#evil()',
        '555-0100',
        'Otto',
      ])
        expect(trip).toContain(text);
      expect(trip).not.toContain('555-0111');
      const wall = textOf(await print(editor, '?use=wall'));
      for (const text of ['Class list', 'Ada Ødegård', '7b']) expect(wall).toContain(text);
      expect(wall).not.toMatch(/Otto|evil|555/);
      expect(textOf(await print(admin))).toContain('555-0111');
      await t.app.get(AccessLogRecorder).flush();
      const reads = await t.dataSource.query<{ subject_id: string }[]>(
        'select subject_id, count from disclosures where reader_membership_id = $1',
        [editor.membershipId],
      );
      expect(reads).toEqual([{ subject_id: shown.id, count: 1 }]);
    },
  );
});
