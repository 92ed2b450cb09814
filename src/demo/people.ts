import type { GuardianRelation } from '../features/directory/guardians/guardian-relation.js';
import type { ProfileVisibility } from '../policy/privacy-mask.js';
import { slug } from '../platform/text/normalize.js';
import type { Origin } from './data/origin.js';
import type { Town } from './data/dishes.js';
import { AppError } from '../platform/errors/app-error.js';

export interface Home {
  line1: string;
  line2: string | null;
  city: string;
  region: string | null;
  postalCode: string;
  country: string;
  /** Degrees, WGS 84. */
  latitude: number;
  longitude: number;
}

export interface Adult {
  firstName: string;
  lastName: string;
  /** Null: the school has none on file, and the person has no login. */
  email: string | null;
  phone: string | null;
  visibility: ProfileVisibility;
  registered: boolean;
  deactivated: boolean;
}

export interface Child {
  /** Short name of the school. */
  school: string;
  firstName: string;
  middleName: string | null;
  lastName: string;
  preferredName: string | null;
  /** 0 is kindergarten. */
  grade: number;
  home: Home | null;
  isLocated: boolean;
  addressVisible: boolean;
  hasLeft: boolean;
  guardians: { adult: Adult; relation: GuardianRelation }[];
}

/** Chance that falls the same way every time (mulberry32): the demo school is the same school on every machine. */
export class Seeded {
  constructor(private state: number) {}

  /** From 0 up to, not including, 1. */
  number(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  chance(probability: number): boolean {
    return this.number() < probability;
  }

  /** Both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.number() * (most - least + 1));
  }

  pick<T>(list: readonly T[]): T {
    return list[this.between(0, list.length - 1)]!;
  }

  /** Picks an item as often as its weight says. */
  weighted<T extends { weight: number }>(list: readonly T[]): T {
    let rest = this.number() * list.reduce((sum, { weight }) => sum + weight, 0);
    return list.find(({ weight }) => (rest -= weight) < 0) ?? list.at(-1)!;
  }
}

const MAIL_HOSTS = ['example.com', 'example.org', 'example.net', 'mail.example', 'post.example'];

/** People with names, addresses and numbers that nobody has. */
export class People {
  private readonly emails = new Set<string>();
  private readonly phones: string[];

  constructor(
    private readonly town: Town,
    private readonly random: Seeded,
  ) {
    const twoDigits = Array.from({ length: 99 }, (_, at) => String(at + 1).padStart(2, '0'));
    this.phones = town.phones.flatMap((prefix) => twoDigits.map((digits) => prefix + digits));
  }

  adult(firstName: string, lastName: string): Adult {
    const { random } = this;
    const email = random.chance(0.92)
      ? this.email(`${firstName}.${lastName}`, random.pick(MAIL_HOSTS))
      : null;
    return {
      firstName,
      lastName,
      email,
      phone: random.chance(0.93) ? this.phone() : null,
      visibility: random.chance(0.1) ? 'name_only' : 'full',
      registered: email !== null && random.chance(0.55),
      deactivated: false,
    };
  }

  /** An email address that is free. */
  email(name: string, host: string): string {
    const local = name.split('.').map(slug).filter(Boolean).join('.') || 'family';
    const free = (count: number): string => {
      const email = `${local}${count > 1 ? count : ''}@${host}`;
      return this.emails.has(email) ? free(count + 1) : email;
    };
    const email = free(1);
    this.emails.add(email);
    return email;
  }

  /** A phone number that is free, as people write it: with brackets, with the country, with dots. */
  phone(): string {
    const { random } = this;
    const phone =
      this.phones.splice(random.between(0, this.phones.length - 1), 1)[0] ?? `${this.town.phones[0]!}00`;
    if (phone.startsWith('+')) return phone;
    const digits = phone.replace(/[()]/g, '');
    return random.pick([phone, phone, phone, digits.replace(' ', '-'), `+1 ${digits}`]);
  }
}

export interface Surname {
  his: string;
  hers: string;
}

export function pickSurname(random: Seeded, origin: Origin): Surname {
  const [his = '', hers = his] = random.pick(origin.surnames).split('/');
  return { his, hers };
}

/** Null for whoever is refused: it is not addressed to them, say. */
export async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
