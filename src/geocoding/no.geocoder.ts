import { Geocoder } from './geocoder.js';

/** No geocoder is configured: coordinates stay as imported. */
export class NoGeocoder extends Geocoder {
  readonly available = false;

  async find(): Promise<null> {
    return null;
  }
}
