import { hash, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { auditItem } from '../../platform/audit/operation.js';
import type { Member } from '../../platform/auth/caller.js';
import { DataKeys } from '../../platform/auth/data-keys.js';
import { Clock } from '../../platform/clock/clock.js';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import { LimitReachedError, NotFoundError } from '../../platform/errors/app-error.js';
import { isUuid } from '../../platform/text/uuid.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';
import type { Replay } from '../idempotency/replay.js';
import {
  type AppPasswordInput,
  type AppPasswords,
  type NewAppPasswordBody,
  toAppPassword,
} from './app-password.dto.js';
import type { AppPassword } from './app-password.entity.js';
import { AppPasswordsRepository } from './app-passwords.repository.js';

/** Of a member: one for each of their devices, with some that were lost. */
export const MAX_APP_PASSWORDS = 20;

/** Where programs find the address books, behind SITE_URL. */
export const ADDRESS_BOOKS_PATH = '/carddav/';

/** Passwords by which programs of a member read their address books, and nothing else. */
@Injectable()
export class AppPasswordsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly passwords: AppPasswordsRepository,
    private readonly dataKeys: DataKeys,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'siteUrl'>,
  ) {}

  /** @throws NotFoundError the school does not let address books be read */
  async list(member: Member): Promise<AppPasswords> {
    await this.assertOffered(member);
    return { app_passwords: (await this.passwords.findOwn(member)).map(toAppPassword) };
  }

  /**
   * @throws NotFoundError the school does not let address books be read; for a replay also: it was withdrawn
   * @throws LimitReachedError
   */
  async create(member: Member, { name }: AppPasswordInput, replay?: Replay): Promise<NewAppPasswordBody> {
    await this.assertOffered(member);
    if (replay) return this.created(await this.get(member, replay.resultKey ?? ''));
    return this.transactions.run(async (manager) => {
      if ((await this.passwords.countOwn(manager, member)) >= MAX_APP_PASSWORDS)
        throw new LimitReachedError(
          `A person has at most ${MAX_APP_PASSWORDS} app passwords in a school: withdraw one first.`,
        );
      const { schoolId, membershipId } = member;
      const id = randomUUID();
      const digest = digestOf(this.passwordOf(id));
      const password = { id, schoolId, membershipId, name, digest, createdAt: this.clock.now() };
      await this.passwords.insert(manager, password);
      auditItem('app_password', id);
      return this.created(password);
    });
  }

  /** @throws NotFoundError */
  async delete(member: Member, id: string): Promise<void> {
    await this.assertOffered(member);
    const isDeleted =
      isUuid(id) && (await this.transactions.run((manager) => this.passwords.remove(manager, member, id)));
    if (!isDeleted) throw new NotFoundError();
  }

  /** Null where it is nobody's, or of somebody who may not read any more. */
  async findReader(password: string): Promise<Member | null> {
    return PASSWORD.test(password) ? this.passwords.findReader(digestOf(password), this.clock.now()) : null;
  }

  /** It follows from the id and DATA_KEY, so that a repeated request can show it again though it is nowhere. */
  private passwordOf(id: string): string {
    return this.dataKeys.digest('app password', id);
  }

  /** @throws NotFoundError also for one that was made with a former DATA_KEY, which nobody can show again */
  private created(stored: AppPassword): NewAppPasswordBody {
    const password = this.passwordOf(stored.id);
    if (digestOf(password) !== stored.digest) throw new NotFoundError();
    return {
      ...toAppPassword(stored),
      password,
      address: `${this.settings.siteUrl}${ADDRESS_BOOKS_PATH}`,
    };
  }

  private async get(member: Member, id: string): Promise<AppPassword> {
    const password = isUuid(id) ? await this.passwords.findOne(member, id) : null;
    if (!password) throw new NotFoundError();
    return password;
  }

  private async assertOffered({ schoolId }: Member): Promise<void> {
    if (!(await this.passwords.isOffered(schoolId))) throw new NotFoundError();
  }
}

/** Anything else need not be looked for. */
const PASSWORD = /^[\w-]{22}$/;

/** Plain SHA-256 is enough: nobody can try out 128 bits. */
const digestOf = (password: string): string => hash('sha256', password, 'base64url');
