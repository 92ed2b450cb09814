import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull, Not } from 'typeorm';
import { TotpSeal } from '../two-step/totp-seal.js';
import { User } from '../user.entity.js';
import { OneTimeLink } from '../links/one-time-link.entity.js';
import { RecoveryCode } from '../two-step/recovery-code.entity.js';
import { UserCredentials } from './user-credentials.entity.js';

@Injectable()
export class CredentialsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly totp: TotpSeal,
  ) {}

  hasPassword(userId: string): Promise<boolean> {
    return this.dataSource.getRepository(UserCredentials).existsBy({ userId, passwordHash: Not(IsNull()) });
  }

  /** Words that an acquaintance of the person would try first. */
  async wordsOf(userId: string): Promise<string[]> {
    const user = await this.dataSource.getRepository(User).findOneBy({ id: userId });
    const words = user ? [user.email, user.firstName, user.lastName] : [];
    return words.filter((word) => word !== null);
  }

  async savePassword(manager: EntityManager, userId: string, passwordHash: string): Promise<void> {
    await manager.getRepository(UserCredentials).upsert({ userId, passwordHash }, ['userId']);
  }

  /** A link that was mailed to set another password must not undo this one. */
  async removePasswordLinks(manager: EntityManager, userId: string): Promise<void> {
    const links = manager.getRepository(OneTimeLink);
    await links.delete({ userId, purpose: 'password', usedAt: IsNull() });
  }

  /** A new secret forgets the codes of the old one. */
  async saveTwoStep(
    manager: EntityManager,
    userId: string,
    { secret, lastStep }: { secret: string; lastStep: number | null },
  ): Promise<void> {
    const totp = {
      totpSecret: null,
      totpSealed: this.totp.seal(secret),
      totpLastStep: lastStep === null ? null : String(lastStep),
    };
    await manager.getRepository(UserCredentials).upsert({ userId, ...totp }, ['userId']);
    await manager.query(`update users set two_step_enabled = true where id = $1`, [userId]);
  }

  /** In the place of those before. */
  async saveRecoveryCodes(manager: EntityManager, userId: string, hashes: string[]): Promise<void> {
    const codes = manager.getRepository(RecoveryCode);
    await codes.delete({ userId });
    await codes.insert(hashes.map((codeHash) => ({ userId, codeHash })));
  }

  async removeTwoStep(manager: EntityManager, userId: string): Promise<void> {
    const none = { totpSecret: null, totpSealed: null, totpLastStep: null };
    await manager.getRepository(UserCredentials).update({ userId }, none);
    await manager.getRepository(RecoveryCode).delete({ userId });
    await manager.query(`update users set two_step_enabled = false where id = $1`, [userId]);
  }
}
