import { Inject, Injectable } from '@nestjs/common';
import type { TokenClaims } from '../../platform/auth/caller.js';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import { normalizeEmail } from '../../platform/text/normalize.js';
import { sha256 } from '../account/secrets.js';
import type { CellSchools, PersonInCell } from './cell.dto.js';
import { CellRepository } from './cell.repository.js';

const NOBODY: PersonInCell = { account: false, member: false, own: false };

/** What the router in front of several installations is told of this one. */
@Injectable()
export class CellService {
  constructor(
    private readonly cell: CellRepository,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'siteUrl'>,
  ) {}

  async listSchools(): Promise<CellSchools> {
    return { site_url: this.settings.siteUrl, schools: await this.cell.schoolIds() };
  }

  async findPerson(email: string): Promise<PersonInCell> {
    return { ...(await this.cell.findByAddress(normalizeEmail(email))), own: false };
  }

  async findSession(refreshToken: string): Promise<PersonInCell> {
    const known = await this.cell.findByRefreshToken(sha256(refreshToken));
    return { ...known, own: known.account };
  }

  /** @param claims of a token that was checked; undefined where it is none */
  async findBearer(claims: TokenClaims | undefined): Promise<PersonInCell> {
    if (!claims) return NOBODY;
    if (claims.issuer === 'outside') return { ...(await this.cell.findOutsider(claims)), own: false };
    const known = await this.cell.findBySession(claims);
    return { ...known, own: known.account };
  }
}
