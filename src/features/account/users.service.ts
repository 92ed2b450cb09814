import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock/clock.js';
import { looksLikeEmail, normalizeEmail, normalizeText } from '../../platform/text/normalize.js';
import { InvalidEmailError, LongNameError, UnknownUserError } from './account.errors.js';
import { type AddressedAccount, type ListedUser, UsersRepository } from './users.repository.js';

export type { AddressedAccount } from './users.repository.js';

/** Characters of a name, as `PATCH /me/contact` takes it (contract section 0, rule 4). */
const NAME_LENGTH = 200;

export interface NewUser {
  email: string;
  firstName?: string | null;
  lastName?: string | null;
}

/** The part of a user that other features may read. */
export interface Person {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
}

@Injectable()
export class UsersService {
  constructor(
    private readonly users: UsersRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * The person with this email, which counts as verified (operations section 4); two callers at once get the same one.
   * @throws InvalidEmailError
   * @throws LongNameError
   */
  async findOrCreate(manager: EntityManager, input: NewUser): Promise<{ user: Person; created: boolean }> {
    return this.users.insertOrGet(manager, this.verified(input));
  }

  /** By any of their addresses. @throws UnknownUserError */
  async getByEmail(email: string): Promise<Person> {
    const user = await this.users.findByAnyAddress(normalizeEmail(email));
    if (!user) throw new UnknownUserError();
    return user;
  }

  /** The account that this address belongs to. @param email normalised */
  findByAddress(manager: EntityManager, email: string): Promise<AddressedAccount | null> {
    return this.users.findByAddress(manager, email, { lock: false });
  }

  /** Finds the account and locks it until the transaction ends: take this lock before any other row of the account. */
  lockByAddress(manager: EntityManager, email: string): Promise<AddressedAccount | null> {
    return this.users.findByAddress(manager, email, { lock: true });
  }

  /** Somebody has read what was mailed there. A further address of the account is proven already. */
  proveAddress(manager: EntityManager, userId: string, email: string): Promise<void> {
    return this.users.verify(manager, userId, email, this.clock.now());
  }

  /**
   * The operator knows whose the first address of an account is: nobody has to answer a mail.
   * @throws UnknownUserError
   */
  async prove(email: string): Promise<Person> {
    const user = await this.getByEmail(email);
    await this.users.proveFirst(user, this.clock.now());
    return user;
  }

  /**
   * Where the person has none yet.
   * @throws LongNameError
   */
  async addNames(
    manager: EntityManager,
    userId: string,
    names: Pick<NewUser, 'firstName' | 'lastName'>,
  ): Promise<void> {
    const [firstName, lastName] = [nameOf(names.firstName), nameOf(names.lastName)];
    if (firstName ?? lastName) await this.users.addNames(manager, userId, { firstName, lastName });
  }

  /** By email. @param schoolId of whom it has as members; null: everybody */
  list(schoolId: string | null): Promise<ListedUser[]> {
    return this.users.listUsers(schoolId);
  }

  /**
   * The account belongs to whichever subject of the outside provider comes next with its email.
   * @throws UnknownUserError
   */
  async rebind(email: string): Promise<Person> {
    const user = await this.getByEmail(email);
    await this.users.unbind(user.id);
    return user;
  }

  private verified(input: NewUser) {
    const email = normalizeEmail(input.email);
    if (!looksLikeEmail(email)) throw new InvalidEmailError();
    const [firstName, lastName] = [nameOf(input.firstName), nameOf(input.lastName)];
    return {
      email,
      emailVerifiedAt: this.clock.now(),
      firstName,
      lastName,
      createdAt: this.clock.now(),
    };
  }
}

function nameOf(given: string | null | undefined): string | null {
  const name = normalizeText(given);
  if (name && [...name].length > NAME_LENGTH) throw new LongNameError();
  return name;
}
