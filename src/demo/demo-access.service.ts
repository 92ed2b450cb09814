import { Injectable } from '@nestjs/common';
import { CredentialsService } from '../features/account/passwords/credentials.service.js';
import type { SampleAccount } from '../features/account/sample-accounts.js';
import { authenticatorKey } from '../features/account/secrets.js';
import { DerivedSecrets } from '../features/account/derived-secrets.js';
import { UsersService } from '../features/account/users.service.js';
import { DemoAccessRepository } from './demo-access.repository.js';
import {
  DEMO_ACCOUNTS,
  MAIN_SCHOOL,
  SECOND_SCHOOL,
  THIRD_SCHOOL,
  TWO_STEP_ACCOUNT,
} from './demo-accounts.js';

/** Credentials for a visitor of the demo school. */
export interface DemoAccess {
  /** Password of every account. */
  password: string;
  /** Base32: what the authenticator app of `two-step@demo.school` takes. */
  authenticatorKey: string;
}

const SCHOOLS = [MAIN_SCHOOL, SECOND_SCHOOL, THIRD_SCHOOL];

/**
 * Passwords of the demo. Every installation has its own, which are printed at every start and stored nowhere. They open the
 * demo schools and nothing else, whatever becomes of an account later.
 */
@Injectable()
export class DemoAccessService {
  constructor(
    private readonly secrets: DerivedSecrets,
    private readonly users: UsersService,
    private readonly credentials: CredentialsService,
    private readonly repository: DemoAccessRepository,
  ) {}

  /** Gives the demo accounts their password, and one of them a second step. */
  async open(): Promise<void> {
    const { password, authenticatorKey: secret } = this.access();
    for (const email of DEMO_ACCOUNTS) {
      const { id } = await this.users.getByEmail(email);
      if (await this.credentials.hasPassword(id)) continue;
      await this.credentials.setPassword(id, password);
      if (email === TWO_STEP_ACCOUNT) await this.credentials.setUpTwoStep(id, email, { secret, step: null });
    }
    await this.repository.bind(DEMO_ACCOUNTS, SCHOOLS);
  }

  /** By whatever signing key. */
  wasOpened(): Promise<boolean> {
    return this.repository.wasOpened();
  }

  /** Null when the demo was never opened here. Accounts that a release before has opened are bounded first. */
  async find(): Promise<DemoAccess | null> {
    if (!(await this.repository.isOpen())) return null;
    await this.repository.bind(DEMO_ACCOUNTS, SCHOOLS);
    return this.access();
  }

  /** For everybody to see: where there are demo schools and no others. */
  async samples(): Promise<SampleAccount[]> {
    if (!(await this.repository.isOpen()) || (await this.repository.hasOtherSchools(SCHOOLS))) return [];
    const { password } = this.access();
    return DEMO_ACCOUNTS.map((email) => ({ email, password }));
  }

  private access(): DemoAccess {
    return {
      password: `demo-${this.secrets.derive('demo password', 6).toString('hex')}`,
      authenticatorKey: authenticatorKey(this.secrets.derive('demo authenticator', 20)),
    };
  }
}
