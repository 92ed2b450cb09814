/** What a plain head expects of a family's year: who sees which child, and who stands on the roster. */

export const PLACES = ['A', 'B'] as const;
export type Place = (typeof PLACES)[number];
/** Two children in a district, one at a school that a content file feeds. */
export const CHILDREN = ['k1', 'k2', 'c'] as const;
export type Child = (typeof CHILDREN)[number];
export const ADULTS = ['Ada', 'Bo'] as const;
export type Adult = (typeof ADULTS)[number];

type Of<Kind extends string, What> = Kind extends string ? { kind: Kind } & What : never;

export type Step =
  | Of<'correct', { adult: Adult; source: 'export' | 'file'; address: number }>
  | Of<'register', { adult: Adult; source: 'export' | 'file' }>
  | Of<'separate' | 'reunite', { adult: Adult; child: 'k1' | 'k2' }>
  | Of<'move', { child: 'k1' | 'k2'; place: Place }>
  | Of<'graduate' | 'return', { child: Child }>
  | Of<'unlink', { adult: Adult; child: Child }>
  | Of<'hide' | 'show' | 'deactivate' | 'reactivate', { adult: Adult }>;

const key = (...parts: string[]): string => parts.join('/');

/** Addresses are of one adult each: who shares a mailbox is tested apart. */
export class FamilyModel {
  readonly place: Record<Child, Place | 'C' | null> = { k1: 'A', k2: 'A', c: 'C' };
  private readonly lastPlace: Record<Child, Place | 'C'> = { k1: 'A', k2: 'A', c: 'C' };
  private readonly apart = new Set<string>();
  private readonly unlinked = new Set<string>();
  private readonly address: Record<'export' | 'file', Record<Adult, number>> = {
    export: { Ada: 0, Bo: 0 },
    file: { Ada: 0, Bo: 0 },
  };
  /** Accounts that are members, whatever has become of the membership, as address and school. */
  private readonly members = new Set<string>();
  private readonly barred = new Set<string>();
  readonly accounts = new Set<string>();
  private readonly hidden = new Set<string>();
  /** By child and adult: the account that the record is linked to. */
  private links = new Map<string, string>();
  /** The address in each record, also of a child who has left. */
  private readonly stored = new Map<string, string>();

  constructor() {
    this.settle();
  }

  sourceOf(child: Child): 'export' | 'file' {
    return child === 'c' ? 'file' : 'export';
  }

  emailOf(adult: Adult, source: 'export' | 'file'): string {
    return `${adult.toLowerCase()}${this.address[source][adult]}`;
  }

  correct(adult: Adult, source: 'export' | 'file', address: number): void {
    this.address[source][adult] = address;
    const others = CHILDREN.filter((child) => this.sourceOf(child) === source);
    // A record on a roster tells those of children who have left.
    if (others.some((child) => this.place[child] && this.isOnFile(child, adult)))
      for (const child of others) this.tell(child, adult, this.emailOf(adult, source));
    this.settle();
  }

  register(email: string): void {
    this.accounts.add(email);
    for (const child of CHILDREN) {
      const place = this.place[child];
      if (!place) continue;
      for (const adult of ADULTS)
        if (this.isOnFile(child, adult) && this.emailOf(adult, this.sourceOf(child)) === email)
          this.members.add(key(email, place));
    }
    for (const child of CHILDREN)
      for (const adult of ADULTS) {
        const at = key(child, adult);
        if (!this.place[child] && !this.unlinked.has(at) && this.stored.get(at) === email)
          if (this.members.has(key(email, this.lastPlace[child]))) this.links.set(at, email);
      }
    this.settle();
  }

  private tell(child: Child, adult: Adult, email: string): void {
    const at = key(child, adult);
    if (this.place[child] || !this.stored.has(at)) return;
    this.stored.set(at, email);
    if (this.links.get(at) !== email) this.links.delete(at);
  }

  separate(adult: Adult, child: Child): void {
    this.apart.add(key(child, adult));
    this.settle();
  }

  reunite(adult: Adult, child: Child): void {
    this.apart.delete(key(child, adult));
    this.settle();
  }

  move(child: 'k1' | 'k2', place: Place): void {
    this.place[child] = place;
    if (this.lastPlace[child] !== place) this.bringAlong(child, place);
    this.lastPlace[child] = place;
    this.settle();
  }

  graduate(child: Child): void {
    this.place[child] = null;
    this.settle();
  }

  /** To the school of the content file, which is the only one that the child has been at. */
  comeBack(): void {
    this.place.c = 'C';
    this.settle();
  }

  unlink(adult: Adult, child: Child): void {
    this.unlinked.add(key(child, adult));
    this.settle();
  }

  /** The account with this address has chosen: so do the records that have it. */
  hides(adult: Adult, email: string, hides: boolean): void {
    for (const source of ['export', 'file'] as const) {
      if (this.emailOf(adult, source) !== email) continue;
      if (hides) this.hidden.add(key(adult, source));
      else this.hidden.delete(key(adult, source));
    }
  }

  bar(email: string, place: string, barred: boolean): void {
    if (barred) this.barred.add(key(email, place));
    else this.barred.delete(key(email, place));
  }

  isMember(email: string, place: string): boolean {
    return this.members.has(key(email, place));
  }

  isBarred(email: string, place: string): boolean {
    return this.barred.has(key(email, place));
  }

  isApart(adult: Adult, child: Child): boolean {
    return this.apart.has(key(child, adult));
  }

  isOnFile(child: Child, adult: Adult): boolean {
    return !this.apart.has(key(child, adult)) && !this.unlinked.has(key(child, adult));
  }

  /** `place/child` that this account sees. */
  seenBy(email: string): string[] {
    const seen = CHILDREN.flatMap((child) => {
      const place = this.place[child];
      const isTheirs = ADULTS.some((adult) => this.links.get(key(child, adult)) === email);
      return place && isTheirs && !this.barred.has(key(email, place)) ? [key(place, child)] : [];
    });
    return [...new Set(seen)].sort();
  }

  /** `place/child: adult` on the rosters. */
  roster(): string[] {
    return CHILDREN.flatMap((child) => {
      const place = this.place[child];
      if (!place) return [];
      return ADULTS.filter((adult) => this.isOnFile(child, adult)).map(
        (adult) => `${place}/${child}: ${adult}`,
      );
    }).sort();
  }

  mustHide(child: Child, adult: Adult): boolean {
    return this.hidden.has(key(adult, this.sourceOf(child)));
  }

  /** Whoever was linked where the child was comes along, by the address that the school has now. */
  private bringAlong(child: Child, place: Place): void {
    for (const adult of ADULTS) {
      const email = this.links.get(key(child, adult));
      if (!email || !this.isOnFile(child, adult)) continue;
      if (email !== this.emailOf(adult, this.sourceOf(child))) continue;
      if (!this.barred.has(key(email, this.lastPlace[child]))) this.members.add(key(email, place));
    }
  }

  /** A link stands on the address, and needs a membership of the school. */
  private settle(): void {
    const links = new Map<string, string>();
    for (const child of CHILDREN)
      for (const adult of ADULTS) {
        const at = key(child, adult);
        const place = this.place[child];
        const email = this.emailOf(adult, this.sourceOf(child));
        if (!place) {
          // What was true when the child left.
          const before = this.links.get(at);
          if (before && !this.unlinked.has(at)) links.set(at, before);
        } else this.stored.set(at, email);
        if (place && this.isOnFile(child, adult) && this.members.has(key(email, place))) links.set(at, email);
      }
    this.links = links;
  }
}
