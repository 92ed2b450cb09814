import { Injectable } from '@nestjs/common';
import type { Member } from '../../access/caller.js';
import { isUuid } from '../../access/uuid.js';
import { Clock } from '../../clock/clock.js';
import { NotFoundError } from '../../errors/app-error.js';
import { JsonText } from '../../http/json-text.js';
import type { SignupDetail } from './signup.dto.js';
import { SignupsRepository } from './signups.repository.js';

/** Sign-ups as a member may read them. */
@Injectable()
export class SignupsService {
  constructor(
    private readonly signups: SignupsRepository,
    private readonly clock: Clock,
  ) {}

  async list(member: Member): Promise<JsonText> {
    return new JsonText(await this.signups.findListed(member, this.clock.now()));
  }

  /** @throws NotFoundError not addressed to the caller, or not there now, and not theirs to manage */
  async get(member: Member, signupId: string): Promise<SignupDetail> {
    const detail = isUuid(signupId)
      ? await this.signups.findDetail(member, signupId, this.clock.now())
      : null;
    if (!detail) throw new NotFoundError();
    return detail;
  }
}
