import { Inject, Injectable } from '@nestjs/common';
import type { TokenClaims } from '../../platform/auth/caller.js';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import { normalizeEmail } from '../../platform/text/normalize.js';
import { sha256 } from '../account/secrets.js';
import type { CellSchools, PersonInCell } from './cell.dto.js';
import { CellRepository } from './cell.repository.js';

const NOBODY: PersonInCell = { account: false, member: false, own: false };
/** Of a session of here nothing more is asked: it is for this cell in any case. */
const OF_HERE: PersonInCell = { account: true, member: true, own: true };

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
    return (await this.cell.hasRefreshToken(sha256(refreshToken))) ? OF_HERE : NOBODY;
  }

  /** @param claims of a token that was checked; undefined where it is none */
  async findBearer(claims: TokenClaims | undefined): Promise<PersonInCell> {
    if (!claims) return NOBODY;
    if (claims.issuer === 'own') return (await this.cell.hasSession(claims)) ? OF_HERE : NOBODY;
    return { ...(await this.cell.findOutsider(claims)), own: false };
  }
}
