import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { viewerParameters } from '../../policy/audience.js';
import type { ItemType } from './changes.dto.js';
import { EFFECTS } from './effects.sql.js';
import type { NumberedCause } from './touched-items.js';

/** An item that reads differently, or may. */
export interface TouchedItem {
  type: ItemType;
  id: string;
  /** The number of the last row that says so. */
  sequence: number;
}

@Injectable()
export class EffectsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Each item that shows something of a cause, once. */
  async findTouched(member: Member, causes: NumberedCause[], now: Date): Promise<TouchedItem[]> {
    if (causes.length === 0) return [];
    return this.dataSource.query<TouchedItem[]>(EFFECTS, [
      ...viewerParameters(member, now),
      JSON.stringify(causes),
    ]);
  }
}
