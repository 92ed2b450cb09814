import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { PermissionSlip } from './permission-slip.entity.js';
import { SlipResponse } from './responses/slip-response.entity.js';

@Injectable()
export class SlipImportRepository {
  /** True where somebody has answered, also where the answer is withdrawn. */
  isAnswered(manager: EntityManager, { id: slipId, schoolId }: PermissionSlip): Promise<boolean> {
    return manager.existsBy(SlipResponse, { schoolId, slipId });
  }
}
