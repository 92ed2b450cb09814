import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ConnectionError } from '../../clients/typescript/src/directory-client.js';
import { answersWith, ScriptedService, staysSilent, stalls } from './scripted-service.js';

let service: ScriptedService;
beforeEach(async () => (service = await ScriptedService.start()));
afterEach(() => service.close());

const soon = { 'retry-after': '1' };
const studentId = '00000000-0000-4000-8000-000000000001';
const star = () => service.client().POST('/students/{studentId}/star', { params: { path: { studentId } } });
const list = () =>
  service.client().POST('/schools/{schoolId}/lists', {
    params: { path: { schoolId: studentId } },
    body: { name: 'Chess' },
  });
const methods = () => service.arrived.map(({ method }) => method);
const thrownBy = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => error,
  );

describe('a request that the service puts off', () => {
  it('throws what it was answered where the time is further off than the caller may wait', async () => {
    service.answers = [answersWith(429, { 'retry-after': '31' })];
    expect(await thrownBy(service.client().GET('/me'))).toMatchObject({ status: 429, retryAfter: 31 });
    expect(methods()).toEqual(['GET']);
  });

  it('throws at once for a caller who does not wait, and where no time is named', async () => {
    service.answers = [answersWith(503, soon), answersWith(503)];
    expect(await thrownBy(service.client({ maxWaitMs: 0 }).GET('/me'))).toMatchObject({ retryAfter: 1 });
    expect(await thrownBy(service.client().GET('/me'))).toMatchObject({ status: 503, retryAfter: null });
    expect(methods()).toHaveLength(2);
  });

  it('throws 503 of a write without a key: it may have been done', async () => {
    service.answers = [answersWith(503, soon)];
    expect(await thrownBy(star())).toMatchObject({ status: 503 });
    expect(methods()).toEqual(['POST']);
  });

  it('throws after three waits, however little was asked for', async () => {
    service.answers = [answersWith(429, { 'retry-after': '0' })];
    expect(await thrownBy(service.client().GET('/me'))).toMatchObject({ status: 429 });
    expect(methods()).toHaveLength(4);
    for (const pause of service.pauses) expect(pause).toBeGreaterThanOrEqual(990);
  });

  it('throws what its caller aborts with, sooner than the service was to be asked again', async () => {
    service.answers = [answersWith(429, { 'retry-after': '20' })];
    const controller = new AbortController();
    const call = thrownBy(service.client().GET('/me', { signal: controller.signal }));
    while (methods().length === 0) await delay(10);
    controller.abort(new Error('closed'));
    const halfTheTime = delay(10_000, 'still waiting', { ref: false });
    expect(await Promise.race([call, halfTheTime])).toMatchObject({ message: 'closed' });
  });

  it.each([429, 503])('waits as long as it was told to, and reads again (%s)', async (status) => {
    service.answers = [answersWith(status, { 'retry-after': '2' }), answersWith(200)];
    expect((await service.client().GET('/me')).response.status).toBe(200);
    expect(methods()).toEqual(['GET', 'GET']);
    expect(service.pauses[0]).toBeGreaterThanOrEqual(1990);
  });

  it('waits a little longer by chance, so that many clients do not come again together', async () => {
    const chance = jest.spyOn(Math, 'random').mockReturnValue(0.75);
    service.answers = [answersWith(503, soon), answersWith(200)];
    await service.client().GET('/me');
    chance.mockRestore();
    expect(service.pauses[0]).toBeGreaterThanOrEqual(1740);
  });

  it('sends a write with a key again with the same key', async () => {
    service.answers = [answersWith(503, soon), answersWith(201)];
    await list();
    const [first, second] = service.arrived.map(({ headers }) => headers['idempotency-key']);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).toBe(first);
  });

  it('sends any write again after 429: nothing of it was done', async () => {
    service.answers = [answersWith(429, soon), answersWith(204)];
    expect((await star()).response.status).toBe(204);
    expect(methods()).toEqual(['POST', 'POST']);
  });
});

describe('a request whose answer does not come in time', () => {
  const hasty = () => service.client({ timeoutMs: 200 });

  it.each([
    ['that never begins', staysSilent],
    ['that stops within its body', stalls],
  ])('throws a ConnectionError for an answer %s', async (_, answer) => {
    service.answers = [answer];
    const error = await thrownBy(hasty().GET('/me'));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ method: 'GET', cause: { name: 'TimeoutError' } });
  });

  it('throws what the caller has given up with, where that was sooner', async () => {
    service.answers = [staysSilent];
    const signal = AbortSignal.timeout(50);
    expect(await thrownBy(service.client().GET('/me', { signal }))).toMatchObject({ name: 'TimeoutError' });
    expect(methods()).toEqual(['GET']);
  });

  it('reads once more, and leaves a write to the caller', async () => {
    service.answers = [staysSilent, answersWith(200), staysSilent];
    expect((await hasty().GET('/me')).response.status).toBe(200);
    const call = hasty().DELETE('/students/{studentId}/star', { params: { path: { studentId } } });
    expect(await thrownBy(call)).toBeInstanceOf(ConnectionError);
    expect(methods()).toEqual(['GET', 'GET', 'DELETE']);
  });
});
