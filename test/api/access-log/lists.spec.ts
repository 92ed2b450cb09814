import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { aList } from '../../support/list.factory.js';
import { readers, tomorrow } from '../../support/http/readers.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { tokenOf } from '../../support/tokens.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(() => t.clock.moveTo(tomorrow()));

const { read, lines, aFamily } = readers(() => t);

describe('A read of whom a list reaches is recorded', () => {
  it('also where it is through a second record of the person, and a HEAD is none', async () => {
    const { school, ada, parent, reader } = await aFamily();
    // Its id is before that of any other.
    await school.guardian(ada, { id: randomUUID().replace(/^.{8}/, '00000000'), email: parent.email });
    const list = await aList(t, school, { ...reader, token: await tokenOf(t, reader) }, [ada]);
    await fetch(`${t.url}/api/v1/lists/${list.id}/export.vcf`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${await tokenOf(t, reader)}` },
    });
    expect(await lines(parent)).toEqual([]);
    const { body } = await read(reader, `/lists/${list.id}/message-recipients`);
    expect(body).toMatchObject([{ guardian_id: expect.stringMatching(/^00000000-/) }]);
    await read(reader, `/lists/${list.id}/export.vcf`);
    expect(await lines(parent)).toEqual([
      'exportList contact parent 1',
      'listMessageRecipients contact parent 1',
    ]);
  });
});
