import { expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { aNotification } from '../notification.factory.js';
import { aSchool } from '../school.factory.js';
import { expectError } from '../errors.js';
import type { TestApp } from '../test-app.js';
import { tokenOf } from '../tokens.js';

/** Whom every route of a notification refuses: everyone but the one whom it was for. */
export function hidesTheNotificationFromOthers(
  app: () => TestApp,
  { method, path }: { method: string; path: (id: string) => string },
): void {
  const send = (id: string, token?: string) => app().api.send(method, path(id), { token });

  async function aNotificationOfSomeone() {
    const school = await aSchool(app());
    const ada = await school.student();
    const reader = await school.parentOf(ada);
    return { school, ada, reader, id: (await aNotification(app(), reader)).id };
  }

  it('refuses a call without a token', async () => {
    const { id } = await aNotificationOfSomeone();
    expectError(await send(id), 401, 'not_authenticated');
  });

  it('asks the reader for the second step first', async () => {
    const { id, reader } = await aNotificationOfSomeone();
    const token = await tokenOf(app(), reader, { secondStepPending: true });
    expectError(await send(id, token), 401, 'mfa_required');
  });

  it('hides the notification of someone else from parents, the co-guardian and admins', async () => {
    const { school, ada, id } = await aNotificationOfSomeone();
    const others = [
      await school.parent(),
      await school.parentOf(ada),
      await school.admin('junior_admin'),
      await school.admin('senior_admin'),
      await (await aSchool(app())).admin(),
    ];
    for (const { token } of others) {
      const invented = await send(randomUUID(), token);
      expectError(invented, 404, 'not_found');
      expect((await send(id, token)).text).toBe(invented.text);
    }
  });

  it('hides it from a reader who is deactivated', async () => {
    const { school, reader, id } = await aNotificationOfSomeone();
    await school.deactivate(reader);
    expectError(await send(id, reader.token), 404, 'not_found');
  });

  it('knows no invented and no malformed notification', async () => {
    const { reader } = await aNotificationOfSomeone();
    for (const id of [randomUUID(), 'mine', '%00'])
      expectError(await send(id, reader.token), 404, 'not_found');
  });
}
