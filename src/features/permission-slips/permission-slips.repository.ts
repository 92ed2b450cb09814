import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { viewerParameters } from '../../policy/audience.js';
import { queryPrepared } from '../../platform/database/prepared-statement.js';
import type { PermissionSlipDetail } from './permission-slip.dto.js';
import {
  FIND_ATTACHMENT,
  FIND_SLIP,
  type SlipDetailRow,
  type SlipRow,
  FIND_SLIPS,
  toSlipDetail,
  toSlips,
} from './permission-slips.sql.js';

@Injectable()
export class PermissionSlipsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The slips as text. */
  async findListed(member: Member, now: Date): Promise<string> {
    const parameters = viewerParameters(member, now);
    const [row] = await queryPrepared<{ slips: SlipRow[]; locale: string }>(
      this.dataSource,
      FIND_SLIPS,
      parameters,
    );
    const { slips, locale } = row!;
    return JSON.stringify({ permission_slips: toSlips(slips, locale) });
  }

  /** Null when it is not there for the caller. */
  async findVisible(member: Member, slipId: string, now: Date): Promise<PermissionSlipDetail | null> {
    const parameters = [...viewerParameters(member, now), slipId];
    const [row] = await queryPrepared<SlipDetailRow>(this.dataSource, FIND_SLIP, parameters);
    return row ? toSlipDetail(row) : null;
  }

  /** A file of the slip, or the scan of an answer to it, as far as the caller may see it; else null. */
  async findAttachment(
    member: Member,
    slipId: string,
    attachmentId: string,
    now: Date,
  ): Promise<{ key: string; file_name: string } | null> {
    const parameters = [...viewerParameters(member, now), slipId, attachmentId];
    const [file] = await this.dataSource.query<{ key: string; file_name: string }[]>(
      FIND_ATTACHMENT,
      parameters,
    );
    return file ?? null;
  }
}
