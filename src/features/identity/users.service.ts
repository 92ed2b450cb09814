import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../../clock/clock.js';
import { looksLikeEmail, normalizeEmail, normalizeText } from '../../text/normalize.js';
import { InvalidEmailError, UnknownUserError, UserExistsError } from './identity.errors.js';
import { User } from './user.entity.js';

export interface NewUser {
  email: string;
  firstName?: string | null;
  lastName?: string | null;
}

@Injectable()
export class UsersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * A person whose email counts as verified (operations section 4).
   * @throws InvalidEmailError
   * @throws UserExistsError
   */
  async create(input: NewUser): Promise<User> {
    const { user, created } = await this.findOrCreate(this.dataSource.manager, input);
    if (!created) throw new UserExistsError();
    return user;
  }

  /**
   * The person with this email; two callers at once get the same one.
   * @throws InvalidEmailError
   */
  async findOrCreate(manager: EntityManager, input: NewUser): Promise<{ user: User; created: boolean }> {
    const email = normalizeEmail(input.email);
    if (!looksLikeEmail(email)) throw new InvalidEmailError();
    const inserted = await manager
      .createQueryBuilder()
      .insert()
      .into(User)
      .values({
        email,
        emailVerifiedAt: this.clock.now(),
        firstName: normalizeText(input.firstName),
        lastName: normalizeText(input.lastName),
        createdAt: this.clock.now(),
      })
      .orIgnore()
      .returning('id')
      .execute();
    const user = await manager.findOneByOrFail(User, { email });
    return { user, created: (inserted.raw as unknown[]).length > 0 };
  }

  /** @throws UnknownUserError */
  async getByEmail(email: string): Promise<User> {
    const user = await this.dataSource.manager.findOneBy(User, { email: normalizeEmail(email) });
    if (!user) throw new UnknownUserError();
    return user;
  }
}
