import { randomInt, randomUUID } from 'node:crypto';

/** Degrees, about a kilometre: a rounded or shifted place is a place. */
const NEAR = 0.01;

export interface Place {
  latitude: number;
  longitude: number;
}

/** Values that stand nowhere else, each of one group; and what groups a text has anything of. */
export class Canaries<Group extends string> {
  private readonly texts: [Group, string][] = [];
  private readonly phones: [Group, string][] = [];
  private readonly places: [Group, number][] = [];

  word(group: Group): string {
    return this.text(group, `canary${randomUUID().replaceAll('-', '')}`);
  }

  email(group: Group): string {
    return this.text(group, `${this.word(group)}@example.org`);
  }

  /** Ten digits after the country code, so that any way to write it can be told. */
  phone(group: Group): string {
    const phone = `+1 (212) 5${randomInt(10, 100)}-${randomInt(1000, 10_000)}`;
    this.phones.push([group, phone.replace(/\D/g, '').slice(-10)]);
    return phone;
  }

  place(group: Group): Place {
    const place = {
      latitude: randomInt(200_000, 800_000) / 1e4,
      longitude: -randomInt(900_000, 1_700_000) / 1e4,
    };
    for (const degrees of Object.values(place)) this.places.push([group, degrees]);
    return place;
  }

  /** A value that something else has chosen, such as an id. */
  text(group: Group, text: string): string {
    this.texts.push([group, text.toLowerCase()]);
    return text;
  }

  /** However a value is written: in any case, percent-encoded, in folded lines, a phone by its digits, a place by numbers. */
  groupsIn(text: string): Group[] {
    const all = text.toLowerCase();
    const unfolded = all.replace(/=?\r?\n[ \t]?/g, '');
    const forms = [all, unfolded, decoded(unfolded)];
    const digits = all.replace(/\D/g, '');
    const numbers = [...all.replace(/t\d\d:\d\d:\d\d\.\d+z?/g, '').matchAll(/-?\d+\.\d+/g)].map(Number);
    const found = [
      ...this.texts.filter(([, needle]) => forms.some((form) => form.includes(needle))),
      ...this.phones.filter(([, needle]) => digits.includes(needle)),
      ...this.places.filter(([, degrees]) => numbers.some((number) => Math.abs(number - degrees) < NEAR)),
    ];
    return [...new Set(found.map(([group]) => group))].sort();
  }
}

const decoded = (text: string): string =>
  text.replace(/%([0-9a-f]{2})/g, (_, byte: string) => String.fromCharCode(parseInt(byte, 16)));
