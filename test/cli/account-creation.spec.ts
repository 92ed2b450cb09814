import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { aCommand, ended } from '../support/processes/command-process.js';
import { anOperator, type Operator } from '../support/processes/operator.js';

/* `user create` writes account, password and second step at once, or nothing. */

let operator: Operator;
beforeAll(async () => {
  operator = await anOperator();
});
afterAll(() => operator.drop());

const accountsOf = (email: string): Promise<unknown[]> =>
  operator.dataSource.query(
    `select c.password_hash is not null as password, u.two_step_enabled as two_step,
       (select count(*)::int from recovery_codes where user_id = u.id) as codes
     from users u left join user_credentials c on c.user_id = u.id where u.email = $1`,
    [email],
  );

const create = (email: string) =>
  aCommand(['user', 'create', '--email', email, '--password-stdin', '--two-step', '--json'], {
    DATABASE_URL: operator.databaseUrl,
    AUTH_SIGNING_KEY: operator.signingKey,
  });

async function untilOneWaits(): Promise<void> {
  const waiting = `select 1 from pg_locks where not granted and relation = 'recovery_codes'::regclass`;
  while ((await operator.dataSource.query<unknown[]>(waiting)).length === 0)
    await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('user create --two-step', () => {
  it('leaves nothing when it is killed half-way, and can be typed again', async () => {
    const email = 'killed@example.org';
    const holding = operator.dataSource.createQueryRunner();
    await holding.startTransaction();
    await holding.query('lock table recovery_codes in access exclusive mode');
    const killed = create(email);
    killed.stdin.end('a long password\n');
    await untilOneWaits();
    killed.kill('SIGKILL');
    await once(killed, 'close');
    await holding.rollbackTransaction();
    await holding.release();
    const again = create(email);
    again.stdin.end('a long password\n');
    expect(await ended(again)).toMatchObject({ status: 0, stderr: '' });
    expect(await accountsOf(email)).toEqual([{ password: true, two_step: true, codes: 8 }]);
  }, 60_000);

  it('makes one account when it is typed three times at once', async () => {
    const email = 'at-once@example.org';
    const outcomes = await Promise.all(
      Array.from({ length: 3 }, () => {
        const command = create(email);
        command.stdin.end('a long password\n');
        return ended(command);
      }),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual([0, 1, 1]);
    for (const { status, stderr } of outcomes)
      if (status === 1) expect(stderr).toBe('There is a user with this email already.\n');
    expect(await accountsOf(email)).toEqual([{ password: true, two_step: true, codes: 8 }]);
  }, 60_000);
});
