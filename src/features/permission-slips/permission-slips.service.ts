import { Injectable } from '@nestjs/common';
import type { Member } from '../../platform/auth/caller.js';
import { Clock } from '../../platform/clock/clock.js';
import { NotFoundError } from '../../platform/errors/app-error.js';
import { SerializedJson } from '../../platform/http/prepared-json.js';
import type { PermissionSlipDetail } from './permission-slip.dto.js';
import { PermissionSlipsRepository } from './permission-slips.repository.js';

/** Permission slips as a member may read them. */
@Injectable()
export class PermissionSlipsService {
  constructor(
    private readonly slips: PermissionSlipsRepository,
    private readonly clock: Clock,
  ) {}

  async list(member: Member): Promise<SerializedJson> {
    return new SerializedJson(await this.slips.findListed(member, this.clock.now()));
  }

  /** @throws NotFoundError it is not addressed to the caller, or not in sight */
  async get(member: Member, slipId: string): Promise<PermissionSlipDetail> {
    const slip = await this.slips.findVisible(member, slipId, this.clock.now());
    if (!slip) throw new NotFoundError();
    return slip;
  }
}
