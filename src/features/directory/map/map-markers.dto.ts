import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';

export class MapMarkersQuery {
  /** Short name of an organization. */
  @IsOptional()
  @IsString()
  @ApiPropertyOptional({ type: String })
  org?: string;

  /** One of the caller's own lists; any other one is 404. */
  @IsOptional()
  @IsString()
  @ApiPropertyOptional({ type: String, format: 'uuid' })
  list?: string;

  /** Any text but an empty one: only starred students. */
  @IsOptional()
  @IsString()
  @ApiPropertyOptional({ type: String })
  starred?: string;
}

export class MapMarker {
  @ApiProperty({ format: 'uuid' })
  student_id: string;

  first_name: string;

  last_name: string;

  /** First and last name. */
  name: string;

  @ApiProperty({ type: 'integer', nullable: true })
  graduation_year: number | null;

  /** Degrees, WGS 84. */
  latitude: number;

  longitude: number;

  /** One of the caller's linked students. */
  is_own: boolean;

  starred: boolean;
}

export class MapMarkers {
  /** By last name, then first name; brothers and sisters have a marker each. */
  @ApiProperty({ type: [MapMarker] })
  markers: MapMarker[];
}
