import { Injectable } from '@nestjs/common';
import type { Member } from '../../platform/auth/caller.js';
import { isUuid } from '../../platform/text/uuid.js';
import { Clock } from '../../platform/clock/clock.js';
import { NotFoundError } from '../../platform/errors/app-error.js';
import { SerializedJson } from '../../platform/http/prepared-json.js';
import type { SignupDetail } from './signup.dto.js';
import { SignupsRepository } from './signups.repository.js';

/** Sign-ups as a member may read them. */
@Injectable()
export class SignupsService {
  constructor(
    private readonly signups: SignupsRepository,
    private readonly clock: Clock,
  ) {}

  async list(member: Member): Promise<SerializedJson> {
    return new SerializedJson(await this.signups.findListed(member, this.clock.now()));
  }

  /** @throws NotFoundError not addressed to the caller, or not there now */
  async get(member: Member, signupId: string): Promise<SignupDetail> {
    const detail = isUuid(signupId)
      ? await this.signups.findDetail(member, signupId, this.clock.now())
      : null;
    if (!detail) throw new NotFoundError();
    return detail;
  }
}
