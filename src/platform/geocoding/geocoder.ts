export interface PostalAddress {
  line1: string;
  line2: string | null;
  city: string;
  region: string | null;
  postalCode: string | null;
  /** ISO 3166-1 alpha-2 or a name. */
  country: string;
}

/** Degrees, WGS 84. */
export interface Coordinates {
  latitude: number;
  longitude: number;
}

/** Where an address is. */
export abstract class Geocoder {
  /** Whether asking can lead to anything. */
  abstract readonly available: boolean;

  /**
   * Null when the service knows no such place.
   * @throws UpstreamError when it could not be asked
   */
  abstract find(address: PostalAddress): Promise<Coordinates | null>;
}

/** No geocoder is configured: coordinates stay as imported. */
export class NoGeocoder extends Geocoder {
  readonly available = false;

  async find(): Promise<null> {
    return null;
  }
}
