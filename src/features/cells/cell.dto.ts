import { IsString, MaxLength, MinLength } from 'class-validator';

/** What the router asks of a cell about a person who signs in. */
export class CellPersonInput {
  @IsString()
  @MinLength(1)
  @MaxLength(254)
  email: string;
}

/** What the router asks of a cell about a session that is renewed. */
export class CellRefreshTokenInput {
  @IsString()
  @MinLength(1)
  @MaxLength(200)
  refresh_token: string;
}

/** What the router is told of a person. */
export interface PersonInCell {
  account: boolean;
  /** They have a place in a school that is here. */
  member: boolean;
  /** What they came with was issued here: no other cell takes it. */
  own: boolean;
}

/** What the router is told of an installation. */
export interface CellSchools {
  site_url: string;
  /** Ids of the schools that are here and have not moved away, in order. */
  schools: string[];
}
