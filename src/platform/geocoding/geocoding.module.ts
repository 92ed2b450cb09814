import { z } from 'zod';
import { Module } from '@nestjs/common';
import { fetchJson } from '../upstream/fetch-json.js';
import { UpstreamError, outsideCall } from '../upstream/outside-call.js';
import { Geocoder, type Coordinates, type PostalAddress, NoGeocoder } from './geocoder.js';
import { SETTINGS } from '../config/settings.constants.js';
import type { Settings } from '../config/settings.js';

/** One place, without its outline. */
const MAX_ANSWER_BYTES = 100_000;

/** A number, or one as text; what JavaScript would take for 0 (null, an empty text) is no place on the equator. */
const degrees = (limit: number) =>
  z
    .union([z.number(), z.string().regex(/^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i)])
    .transform(Number)
    .refine((value) => Math.abs(value) <= limit);
const matches = z.array(z.object({ lat: degrees(90), lon: degrees(180) }));

/** Any service that answers `/search?format=jsonv2` as Nominatim does (its documentation, "Search queries"). */
export class NominatimGeocoder extends Geocoder {
  readonly available = true;

  constructor(
    private readonly baseUrl: string,
    /** Milliseconds. */
    private readonly deadlineMs: number,
  ) {
    super();
  }

  find(address: PostalAddress): Promise<Coordinates | null> {
    return outsideCall('geocoder', () => this.ask(address));
  }

  private async ask(address: PostalAddress): Promise<Coordinates | null> {
    const limits = { deadlineMs: this.deadlineMs, maxBytes: MAX_ANSWER_BYTES };
    const answer = await fetchJson(this.searchUrl(address), limits);
    const parsed = matches.safeParse(answer);
    if (!parsed.success) throw new UpstreamError('malformed');
    const [best] = parsed.data;
    return best ? { latitude: best.lat, longitude: best.lon } : null;
  }

  private searchUrl(address: PostalAddress): URL {
    const url = new URL(`${this.baseUrl}/search`);
    const query = {
      format: 'jsonv2',
      limit: '1',
      street: address.line1,
      city: address.city,
      state: address.region,
      postalcode: address.postalCode,
      country: address.country,
    };
    for (const [name, value] of Object.entries(query)) {
      if (value) url.searchParams.set(name, value);
    }
    return url;
  }
}

@Module({
  providers: [
    {
      provide: Geocoder,
      inject: [SETTINGS],
      useFactory: ({ geocoderUrl, upstreamTimeoutMs }: Settings): Geocoder =>
        geocoderUrl ? new NominatimGeocoder(geocoderUrl, upstreamTimeoutMs) : new NoGeocoder(),
    },
  ],
  exports: [Geocoder],
})
export class GeocodingModule {}
