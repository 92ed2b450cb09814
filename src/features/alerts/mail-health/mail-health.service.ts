import { Injectable } from '@nestjs/common';
import type { MailHealth } from './mail-health.dto.js';
import { MailHealthRepository, type UnreachedAddress } from './mail-health.repository.js';

/** Whom a school does not reach by mail (contract section 19, rule 5). */
@Injectable()
export class MailHealthService {
  constructor(private readonly health: MailHealthRepository) {}

  /** Names alone: an admin finds the contact where it is. */
  async get(schoolId: string): Promise<MailHealth> {
    const unreached = await this.health.findUnreached(schoolId);
    return { people: unreached.map(({ email: _, ...person }) => person) };
  }

  /** With their addresses, for an operator. */
  listAddresses(schoolId: string): Promise<UnreachedAddress[]> {
    return this.health.findUnreached(schoolId);
  }
}
