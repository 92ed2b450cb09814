import { Injectable } from '@nestjs/common';
import type { Account } from '../../../platform/auth/caller.js';
import { isUuid } from '../../../platform/text/uuid.js';
import { Clock } from '../../../platform/clock/clock.js';
import { NotAuthorizedError } from '../../../platform/errors/app-error.js';
import { SerializedJson } from '../../../platform/http/prepared-json.js';
import type { MyClaimsQuery } from './signup-claim.dto.js';
import { MyClaimsRepository } from './my-claims.repository.js';

@Injectable()
export class MyClaimsService {
  constructor(
    private readonly claims: MyClaimsRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws NotAuthorizedError a school is named of which the person is no active member */
  async list({ userId }: Account, { schoolId }: MyClaimsQuery): Promise<SerializedJson> {
    const now = this.clock.now();
    const isOwn =
      schoolId === undefined || (isUuid(schoolId) && (await this.claims.isMember(userId, schoolId, now)));
    if (!isOwn) throw new NotAuthorizedError();
    return new SerializedJson(await this.claims.find(userId, schoolId ?? null, now));
  }
}
