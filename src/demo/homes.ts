import type { Town } from './data/places.js';
import type { Home } from './family.js';
import type { Seeded } from './seeded.js';

/** Half the width of a town, in degrees of latitude: with the longitude it makes about five kilometres. */
const SPREAD = 0.021;
/** Houses of one street lie within some two hundred metres. */
const STREET = 0.0018;

/** Homes in a town, each street in one place. */
export class Homes {
  private readonly streets: { name: string; latitude: number; longitude: number }[];

  constructor(
    private readonly town: Town,
    private readonly random: Seeded,
  ) {
    this.streets = town.streets.map((name) => ({ name, ...this.near(town, SPREAD) }));
  }

  next(): Home {
    const { town, random } = this;
    const street = random.pick(this.streets);
    const number = random.between(1, 148);
    return {
      line1: town.numberFirst ? `${number} ${street.name}` : `${street.name} ${number}`,
      line2:
        town.numberFirst && random.chance(0.18)
          ? `Apt ${random.between(1, 6)}${random.pick(['A', 'B', 'C'])}`
          : null,
      city: town.city,
      region: town.region,
      postalCode: random.pick(town.postalCodes),
      country: town.country,
      ...this.near(street, STREET),
    };
  }

  /** A point around another one, more often close to it; six decimals are a hand's breadth. */
  private near(centre: { latitude: number; longitude: number }, spread: number) {
    const { random } = this;
    const angle = random.number() * 2 * Math.PI;
    const distance = random.number() * spread;
    const narrowing = Math.cos((centre.latitude * Math.PI) / 180);
    return {
      latitude: rounded(centre.latitude + Math.sin(angle) * distance),
      longitude: rounded(centre.longitude + (Math.cos(angle) * distance) / narrowing),
    };
  }
}

const rounded = (degrees: number): number => Math.round(degrees * 1_000_000) / 1_000_000;
