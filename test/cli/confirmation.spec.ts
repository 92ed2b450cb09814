import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commandsOf } from '../support/processes/commands.js';
import type { CommandOutcome } from '../support/processes/operator.js';
import { aSchool, type TestGuardian, type TestSchool } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
let types: (line: string, ...words: string[]) => Promise<CommandOutcome>;
let school: TestSchool;
let maria: TestGuardian;
beforeAll(async () => {
  t = await startTestApp();
  types = commandsOf(t);
  school = await aSchool(t);
  maria = await school.parentOf(await school.student());
});
afterAll(() => t.close());

const said = async (line: string, ...words: string[]): Promise<string> => {
  const { status, stderr, stdout } = await types(line, ...words);
  expect([status, stdout]).toEqual([1, '']);
  return stderr;
};

describe('confirmation open', () => {
  it.each(['', ` --school x --due tomorrow`, ` --school x --due 2099-02-30`])(
    'refuses wrong usage with exit status 2: "%s"',
    async (words) => {
      expect(await types(`confirmation open${words}`)).toMatchObject({ status: 2, stdout: '' });
    },
  );

  it('refuses an unknown school, a day that is over, and a message that is too long', async () => {
    expect(await said('confirmation open --school nowhere')).toContain('no school with this');
    expect(await said(`confirmation open --school ${school.id} --due 2020-01-01`)).toContain(
      'has to be today',
    );
    expect(await said(`confirmation open --school ${school.id} --message`, 'x'.repeat(5001))).toContain(
      '5000',
    );
    expect(await said(`confirmation close --school ${school.id}`)).toContain('no open round');
    expect((await types(`confirmation list --school ${school.id} --json`)).json).toEqual({ rounds: [] });
  });

  it('opens a round and tells the families, refuses a second one, and closes it', async () => {
    const open = `confirmation open --school ${school.id} --json --due 2099-06-30 --message`;
    const { status, json } = await types(open, 'Please look.');
    expect([status, json]).toEqual([0, { round_id: expect.any(String) }]);
    const { body } = await t.api.get(`/schools/${school.id}/notifications`, { token: maria.token });
    expect(body.notifications.map(({ kind }: { kind: string }) => kind)).toEqual(['confirmation_opened']);
    expect(await said(`confirmation open --school ${school.id}`)).toContain('open round already');
    expect((await types(`confirmation list --school ${school.id} --json`)).json).toEqual({
      rounds: [
        {
          round_id: json.round_id,
          opened_at: expect.any(String),
          due_on: '2099-06-30',
          closed_at: null,
          confirmed: 0,
          message: 'Please look.',
        },
      ],
    });
    expect((await types(`confirmation close --school ${school.id} --json`)).json).toEqual({
      ...{ round_id: json.round_id, closed: true },
    });
    expect((await types(`confirmation list --school ${school.id}`)).stdout).toContain(json.round_id);
    expect((await types(`confirmation open --school ${school.id} --json`)).status).toBe(0);
  });

  it('leaves an entry with the reason in the audit trail', async () => {
    const entries = await t.dataSource.query(
      `select operation, item_type from audit_entries where school_id = $1 and operation like 'confirmation %' order by at`,
      [school.id],
    );
    expect(entries).toContainEqual({ operation: 'confirmation open', item_type: 'confirmation' });
    expect(entries).toContainEqual({ operation: 'confirmation close', item_type: 'confirmation' });
  });
});
