import { Injectable } from '@nestjs/common';
import type { Member } from '../../access/caller.js';
import { JsonText } from '../../http/json-text.js';
import { StaffRepository } from './staff.repository.js';

@Injectable()
export class StaffService {
  constructor(private readonly staff: StaffRepository) {}

  async list(member: Member): Promise<JsonText> {
    return new JsonText(await this.staff.findOfSchool(member.schoolId));
  }
}
