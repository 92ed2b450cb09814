import { Injectable } from '@nestjs/common';
import type { Member } from '../../access/caller.js';
import { isUuid } from '../../access/uuid.js';
import { NotFoundError } from '../../errors/app-error.js';
import { JsonText } from '../../http/json-text.js';
import type { NearbyQuery } from './nearby.dto.js';
import { NearbyRepository } from './nearby.repository.js';

@Injectable()
export class NearbyService {
  constructor(private readonly families: NearbyRepository) {}

  /** @throws NotFoundError when the student is none of the caller's own */
  async list(member: Member, organizationId: string, { studentId }: NearbyQuery): Promise<JsonText> {
    const text = isUuid(studentId) ? await this.families.find(member, organizationId, studentId) : null;
    if (text === null) throw new NotFoundError();
    return new JsonText(text);
  }
}
