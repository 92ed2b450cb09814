import { Module } from '@nestjs/common';
import { SETTINGS } from '../config/settings.constants.js';
import type { Settings } from '../config/settings.js';
import { Geocoder, NoGeocoder } from './geocoder.js';
import { NominatimGeocoder } from './nominatim.geocoder.js';

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
