import { names } from './origin.js';

/** A town, invented, around a point on the map. */
export interface Town {
  city: string;
  region: string | null;
  postalCodes: string[];
  country: string;
  /** Degrees, WGS 84. */
  latitude: number;
  longitude: number;
  streets: string[];
  /** Prefixes that are kept for fiction: with the two digits behind them nobody answers. */
  phones: string[];
  /** The number stands before the street, or behind. */
  numberFirst: boolean;
}

export const ALDER_FALLS: Town = {
  city: 'Alder Falls',
  region: 'VT',
  postalCodes: ['05999', '05998'],
  country: 'US',
  latitude: 44.2634,
  longitude: -72.5811,
  streets: names(`Alder Brook Lane, Applegarth Road, Bellfounder's Row, Bittern Marsh Road, Candlewick Street,
    Chandlery Court, Coldspring Terrace, Dovecote Drive, East Weir Street, Fernhollow Lane, Foxglove Circle,
    Gristmill Road, Harrowgate Avenue, Heron Landing, Icehouse Lane, Juniper Steps, Kettle Pond Road,
    Lamplighter Street, Larkspur Way, Low Ferry Road, Maple Burrow, Millwheel Street, North Orchard Street,
    Old Quarry Hill, Otter Bend, Pippin Lane, Quince Court, Ropewalk Street, Saddler's Green, Sorrel Ridge,
    South Weir Street, Stonecrop Avenue, Tannery Row, Thistledown Road, Tollgate Street, Upper Meadow Road,
    Vinegar Hill, Wheelwright Lane, Willow Strand, Yarrow Street`),
  phones: ['802', '603', '518', '413', '617', '914', '207', '860'].map((area) => `(${area}) 555-01`),
  numberFirst: true,
};

export const LINDENFELD: Town = {
  city: 'Lindenfeld',
  region: null,
  postalCodes: ['14999'],
  country: 'DE',
  latitude: 52.4268,
  longitude: 13.2291,
  streets: names(`Ahornsteig, Am Bleichgraben, An der Alten Gießerei, Birnbaumgasse, Drosselstieg, Färberweg,
    Heuwagenstraße, Im Kälbergrund, Krähenwinkel, Mühlradweg, Pappelzeile, Seilerufer, Töpferberg, Zwetschgenallee`),
  phones: ['0', '1', '2', '3', '4', '5', '6', '7'].map((digit) => `+49 30 23125 ${digit}`),
  numberFirst: false,
};
