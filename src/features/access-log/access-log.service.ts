import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isUuid } from '../../platform/text/uuid.js';
import { Clock } from '../../platform/clock/clock.js';
import { NotAuthorizedError } from '../../platform/errors/app-error.js';
import { AccessLogRecorder } from './access-log-recorder.service.js';
import type { DisclosureBody, MyDisclosures } from './access-log.dto.js';
import { AccessLogRepository } from './access-log.repository.js';

@Injectable()
export class AccessLogService {
  constructor(
    private readonly recorder: AccessLogRecorder,
    private readonly disclosures: AccessLogRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * @param schoolId as it stands in the request; undefined: over all active memberships
   * @throws NotAuthorizedError when the person is no active member of that school
   */
  async ofPerson(userId: string, schoolId?: unknown): Promise<MyDisclosures> {
    const now = this.clock.now();
    const isMember =
      schoolId === undefined ||
      (isUuid(schoolId) && (await this.disclosures.isMember(userId, schoolId, now)));
    if (!isMember) throw new NotAuthorizedError();
    // Reads that this process has not written yet are part of the answer, too.
    await this.recorder.flush();
    return { disclosures: await this.disclosures.ofPerson(userId, schoolId ?? null, now) };
  }

  /**
   * Reads over all active memberships, one after the other and as the transaction sees them: without those that this process
   * has not written yet.
   */
  eachOfPerson(manager: EntityManager, userId: string): AsyncGenerator<DisclosureBody> {
    return this.disclosures.eachOfPerson(manager, userId, this.clock.now());
  }
}
