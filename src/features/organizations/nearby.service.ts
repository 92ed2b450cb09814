import { Injectable } from '@nestjs/common';
import type { Member } from '../../platform/auth/caller.js';
import { NotFoundError } from '../../platform/errors/app-error.js';
import { SerializedJson } from '../../platform/http/prepared-json.js';
import { NearbyRepository } from './nearby.repository.js';
import { isUuid } from '../../platform/text/uuid.js';
import type { NearbyQuery } from './roster/organization-roster.dto.js';

@Injectable()
export class NearbyService {
  constructor(private readonly families: NearbyRepository) {}

  /** @throws NotFoundError when the student is none of the caller's own */
  async list(member: Member, organizationId: string, { studentId }: NearbyQuery): Promise<SerializedJson> {
    const text = isUuid(studentId) ? await this.families.findNearby(member, organizationId, studentId) : null;
    if (text === null) throw new NotFoundError();
    return new SerializedJson(text);
  }
}
