import { Injectable } from '@nestjs/common';
import type { Account } from '../../access/caller.js';
import { isUuid } from '../../access/uuid.js';
import { Clock } from '../../clock/clock.js';
import { NotAuthorizedError } from '../../errors/app-error.js';
import { JsonText } from '../../http/json-text.js';
import type { MyClaimsQuery } from './signup-claim.dto.js';
import { MyClaimsRepository } from './my-claims.repository.js';

@Injectable()
export class MyClaimsService {
  constructor(
    private readonly claims: MyClaimsRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws NotAuthorizedError a school is named of which the person is no active member */
  async list({ userId }: Account, { schoolId }: MyClaimsQuery): Promise<JsonText> {
    const isOwn =
      schoolId === undefined || (isUuid(schoolId) && (await this.claims.isMember(userId, schoolId)));
    if (!isOwn) throw new NotAuthorizedError();
    return new JsonText(await this.claims.find(userId, schoolId ?? null, this.clock.now()));
  }
}
