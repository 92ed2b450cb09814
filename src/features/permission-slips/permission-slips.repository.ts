import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Member } from '../../access/caller.js';
import { viewerParameters } from '../../access/viewer.js';
import { queryPrepared } from '../../database/prepared-statement.js';
import type { PermissionSlipDetail } from './permission-slip.dto.js';
import { SLIP_DETAIL, SLIPS } from './permission-slips.sql.js';

@Injectable()
export class PermissionSlipsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** As text that the database has written. */
  async findListed(member: Member, now: Date): Promise<string> {
    const parameters = viewerParameters(member, now);
    const [row] = await queryPrepared<{ text: string }>(this.dataSource, SLIPS, parameters);
    return row!.text;
  }

  /** Null when it is not there for the caller. */
  async findShown(member: Member, slipId: string, now: Date): Promise<PermissionSlipDetail | null> {
    const parameters = [...viewerParameters(member, now), slipId];
    const [row] = await queryPrepared<PermissionSlipDetail>(this.dataSource, SLIP_DETAIL, parameters);
    return row ?? null;
  }
}
