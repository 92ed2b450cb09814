import { Injectable } from '@nestjs/common';
import { auditItem } from '../../platform/audit/operation.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';
import { UserExistsError } from './account.errors.js';
import { CredentialsService, type TwoStepSetup } from './passwords/credentials.service.js';
import { type NewUser, type Person, UsersService } from './users.service.js';

export interface NewCredentials {
  /** Null: the person has none yet. */
  password: string | null;
  twoStep: boolean;
}

/** Makes an account with what its owner signs in with, for an operator. */
@Injectable()
export class AccountCreation {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UsersService,
    private readonly credentials: CredentialsService,
  ) {}

  /**
   * Account, password and second step are one transaction: a command that is killed half-way leaves nobody whom a password
   * alone lets in.
   * @throws InvalidEmailError
   * @throws LongNameError
   * @throws UserExistsError
   * @throws WeakPasswordError
   */
  async create(
    input: NewUser,
    { password, twoStep }: NewCredentials,
  ): Promise<{ user: Person; setup: TwoStepSetup | null }> {
    const words = [input.email, input.firstName, input.lastName].filter((word) => typeof word === 'string');
    const hash = password === null ? null : await this.credentials.hashPassword(password, words);
    return this.transactions.run(async (manager) => {
      const { user, created } = await this.users.findOrCreate(manager, input);
      if (!created) throw new UserExistsError();
      auditItem('user', user.id);
      const setup = twoStep ? await this.credentials.replaceTwoStep(manager, user) : null;
      if (hash !== null) await this.credentials.replacePassword(manager, user.id, hash);
      return { user, setup };
    });
  }
}
