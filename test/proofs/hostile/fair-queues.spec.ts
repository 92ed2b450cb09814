import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anAnimation, aPhoto } from '../../support/files/images.js';
import { startPhotoApp, type PhotoApp } from '../../support/files/photo-app.js';
import { aSchool, type TestGuardian } from '../../support/school.factory.js';
import { nodesOf, parsed, productFiles, textOf } from '../../architecture/source-files.js';
import ts from 'typescript';

/* One person's work that costs never makes another's wait for more than one piece of it. */

let app: PhotoApp;
beforeAll(async () => {
  app = await startPhotoApp();
});
afterAll(() => app.close());

describe('Pictures', () => {
  it("leave room for another's photo when one parent sends eight and animated", async () => {
    const school = await aSchool(app.t);
    const students = await Promise.all(Array.from({ length: 8 }, () => school.student()));
    const [greedy, other] = [await school.parentOf(students), await school.parentOf(await school.student())];
    const animation = await anAnimation('image/gif', { frames: 60, side: 400 });
    const photo = await aPhoto('image/jpeg');
    const ready: (() => Promise<unknown>)[] = [];
    for (const { id } of students)
      ready.push(await uploaded(greedy, `/students/${id}/photo`, 'image/gif', animation));
    const plain = await uploaded(other, '/me/photo', 'image/jpeg', photo);
    const done: string[] = [];
    const all = ready.map(async (confirm) => {
      expect(await confirm()).toMatchObject({ status: 200 });
      done.push('animation');
    });
    const theirs = plain().then((answer) => {
      expect(answer).toMatchObject({ status: 200 });
      done.push('photo');
    });
    await Promise.all([...all, theirs]);
    expect(done[0]).toBe('photo');
  }, 120_000);

  it('fail before any is decoded when all frames together have too many pixels', async () => {
    const school = await aSchool(app.t);
    const parent = await school.parent();
    const animation = await anAnimation('image/gif', { frames: 13, side: 1_000 });
    const { status, body } = await app.put('/me/photo', parent.token, 'image/gif', animation);
    expect([status, body.error.code]).toEqual([400, 'validation_failed']);
  });

  /** An upload that is to be confirmed. */
  async function uploaded(
    { token }: Pick<TestGuardian, 'token'>,
    of: string,
    type: 'image/gif' | 'image/jpeg',
    bytes: Buffer,
  ): Promise<() => Promise<unknown>> {
    const key = await app.upload(of, token, type, bytes);
    return () => app.confirm(of, token, key);
  }
});

/** What takes a processor for long: pictures, passwords, programs of their own. */
const COSTLY = /loadSharp\(\)|from '@node-rs\/argon2'|fork\(PROGRAM/;
/** Part of what is queued by another file. */
const WITHIN_ANOTHER = new Set([
  'src/platform/images/image-type.ts',
  'src/features/menus/images/card/draw-menu-card.ts',
  'src/features/menus/images/card/set-text.ts',
]);

/** Places that are no queue for work that costs. */
const OTHER_SEMAPHORES: Record<string, string> = {
  'src/platform/concurrency/fair-queue.ts': 'it is the queue',
  'src/platform/auth/caller-concurrency.guard.ts': 'each caller has their own',
};

describe('Whatever costs', () => {
  it('queues fairly by caller', () => {
    const costly = productFiles().filter((file) => COSTLY.test(textOf(file)) && !WITHIN_ANOTHER.has(file));
    expect(costly.length).toBeGreaterThanOrEqual(3);
    expect(
      costly.filter(
        (file) =>
          !textOf(file).includes('this.queue.run(') && !textOf(file).includes('queue.run(currentCaller()'),
      ),
    ).toEqual([]);
  });

  it('stands in no queue that knows no callers', () => {
    const files = productFiles().filter((file) =>
      [...nodesOf(parsed(file))].some(
        (node) => ts.isNewExpression(node) && node.expression.getText() === 'Semaphore',
      ),
    );
    expect(files.sort()).toEqual(Object.keys(OTHER_SEMAPHORES).sort());
  });
});
