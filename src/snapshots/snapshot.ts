import { BoundedMap } from '../http/bounded-map.js';
import { Codings } from '../http/codings.js';
import { opaqueTagOf } from '../http/opaque-tag.js';
import { ReadyJson } from '../http/ready-json.js';
import type { OwnParts, SeenAlong } from './revision.js';
import type { SnapshotItem, SnapshotKind } from './snapshot-kind.js';

interface Place {
  /** Offsets of the item, with the comma before it; the same twice where it is there for some readers only. */
  start: number;
  end: number;
  /** Where the reader's own part of it begins; negative where it has none. */
  own: number;
}

/** Items that not everybody gets, or not for ever. */
interface Limit {
  keys: string[] | undefined;
  until: number | null;
  places: Place[];
}

/** Bytes that a reader gets in the place of others: a whole item, or what is their own of one. */
interface Change {
  start: number;
  end: number;
  text: string;
  isItem: boolean;
}

/** What a reader got last, and for what of their own. */
interface Seen {
  asked: string;
  json: ReadyJson;
}

/** Bytes of memory for what is kept of an item besides its text, and of a whole list, roughly. */
const PLACE_BYTES = 200;
const LIST_BYTES = 2_000;
/** The compressed forms are a third of a list. */
const WITH_CODINGS = 4 / 3;
/** Of a list, for what those got of it who have something of their own in it. */
const FOR_READERS = 1 / 8;
/** Bytes of memory for a piece of what a reader got, with a text of their own, roughly. */
const PIECE_BYTES = 500;
const COMMA = Buffer.from(',');
const TAIL = Buffer.from(']}');

/** What a kind says of its readers' own parts. */
type ReaderParts = Pick<SnapshotKind<never>, 'own' | 'hasPrivateTexts'>;

/** Where everything is in the bytes of a list. */
interface Layout {
  /** Offset of the first item. */
  head: number;
  /** What an item has in the place of a reader's own part; nothing in a quoted text reads like it. */
  blank: string;
  places: Map<string, Place>;
  otherwise: Map<string, Map<Place, string>>;
  limits: Limit[];
}

/** A list as all its readers get it, and where to put in what is a reader's own, or to leave out what is not for them. */
export class Snapshot extends ReadyJson {
  /** Bytes of memory, roughly. */
  readonly size: number;
  /** By membership. */
  private readonly seen: BoundedMap<Seen>;

  private constructor(
    private readonly bytes: Buffer,
    private readonly layout: Layout,
    isPrivate: boolean,
  ) {
    super([bytes], opaqueTagOf(bytes), isPrivate, isPrivate ? undefined : new Codings(bytes));
    const { otherwise, places } = layout;
    const texts = [...otherwise.values()].flatMap((own) => [...own.values()]);
    const besides = texts.reduce((sum, { length }) => sum + 2 * length, LIST_BYTES);
    this.seen = new BoundedMap(bytes.length * FOR_READERS);
    this.size =
      bytes.length * (WITH_CODINGS + FOR_READERS) + besides + PLACE_BYTES * (places.size + texts.length);
  }

  static of(list: string, items: SnapshotItem[], kind: ReaderParts = {}): Snapshot {
    const opening = `{"${list}":[`;
    const head = Buffer.byteLength(opening);
    const blank = kind.own ? membersOf(kind.own) : '';
    const places = new Map<string, Place>();
    const otherwise = new Map<string, Map<Place, string>>();
    const limits = new Map<string, Limit>();
    let end = head;
    for (const item of items) {
      const start = end;
      const comma = start === head ? 0 : COMMA.length;
      if (item.text) end += Buffer.byteLength(item.text) + comma;
      const at = blank ? item.text.indexOf(blank) : -1;
      const place = {
        start,
        end,
        own: at < 0 ? -1 : start + comma + Buffer.byteLength(item.text.slice(0, at)),
      };
      if (item.id !== undefined) places.set(item.id, place);
      limitOf(item, limits)?.places.push(place);
      for (const [membershipId, text] of item.otherwise ?? [])
        otherwise.set(
          membershipId,
          (otherwise.get(membershipId) ?? new Map<Place, string>()).set(place, text),
        );
    }
    const bytes = Buffer.allocUnsafe(end + TAIL.length);
    let written = bytes.write(opening);
    for (const { text } of items) {
      if (!text) continue;
      if (written > head) written += COMMA.copy(bytes, written);
      written += bytes.write(text, written);
    }
    TAIL.copy(bytes, written);
    const layout = { head, blank, places, otherwise, limits: [...limits.values()] };
    return new Snapshot(bytes, layout, kind.hasPrivateTexts ?? false);
  }

  /** As this member gets it: what they got last where nothing of their own has changed since, which is asked each time. */
  seenBy(membershipId: string, { own = [], ...seen }: Omit<SeenAlong, 'revision'>): ReadyJson {
    const { limits, otherwise } = this.layout;
    const open = limits.map((limit) => isOpen(limit, seen));
    if (own.length === 0 && open.every(Boolean) && !otherwise.has(membershipId)) return this;
    const asked = JSON.stringify([own, open]);
    const last = this.seen.find(membershipId);
    if (last?.asked === asked) return last.json;
    const closed = limits.filter((_, at) => !open[at]);
    const json = this.composed(membershipId, own, new Set(closed.flatMap(({ places }) => places)));
    this.seen.keep(membershipId, { asked, json }, 2 * asked.length + PIECE_BYTES * json.pieces.length);
    return json;
  }

  private composed(membershipId: string, own: OwnParts, hidden: Set<Place>): ReadyJson {
    const changes = this.ownChanges(membershipId, own, hidden);
    for (const { start, end } of hidden) changes.push({ start, end, text: '', isItem: true });
    if (changes.length === 0) return this;
    changes.sort((a, b) => a.start - b.start || a.end - b.end);
    const pieces = this.with(changes);
    // Of these bytes and not of the list that they come from: what the reader may not see must not change their tag.
    return new ReadyJson(pieces, opaqueTagOf(...pieces), this.isPrivate);
  }

  private ownChanges(membershipId: string, own: OwnParts, hidden: Set<Place>): Change[] {
    const { blank, places, otherwise } = this.layout;
    const items = new Map(otherwise.get(membershipId));
    const changes: Change[] = [];
    for (const [id, part] of own) {
      const place = places.get(id);
      if (!place || hidden.has(place)) continue;
      const text = membersOf(part);
      const item = items.get(place)?.replace(blank, () => text);
      if (item !== undefined) items.set(place, item);
      else if (place.own >= 0)
        changes.push({ start: place.own, end: place.own + blank.length, text, isItem: false });
    }
    for (const [place, text] of items) {
      if (!hidden.has(place)) changes.push({ start: place.start, end: place.end, text, isItem: true });
    }
    return changes;
  }

  private with(changes: Change[]): Buffer[] {
    const { head } = this.layout;
    const pieces = [this.bytes.subarray(0, head)];
    let at = head;
    const add = (bytes: Buffer, comma: boolean): void => {
      if (comma && pieces.length > 1) pieces.push(COMMA);
      pieces.push(bytes);
    };
    const keepUntil = (end: number): void => {
      // All but the first item have their comma before them: one that has become the first leaves it out.
      const from = pieces.length === 1 && at > head ? at + COMMA.length : at;
      if (end > from) add(this.bytes.subarray(from, end), from === head);
      at = Math.max(at, end);
    };
    for (const { start, end, text, isItem } of changes) {
      keepUntil(start);
      if (text) add(Buffer.from(text), isItem);
      at = Math.max(at, end);
    }
    keepUntil(this.bytes.length - TAIL.length);
    pieces.push(TAIL);
    return pieces;
  }
}

/** None for what everybody gets for ever. */
function limitOf({ keys, until = null }: SnapshotItem, limits: Map<string, Limit>): Limit | undefined {
  if (!keys && until === null) return undefined;
  const name = JSON.stringify([keys, until]);
  const limit = limits.get(name) ?? { keys, until, places: [] };
  limits.set(name, limit);
  return limit;
}

const isOpen = ({ keys, until }: Limit, seen: Pick<SeenAlong, 'keys' | 'now'>): boolean =>
  (!keys || keys.some((key) => seen.keys?.includes(key))) &&
  (until === null || (seen.now !== undefined && seen.now.getTime() < until));

/** `"note":null` of `{ note: null }`. */
const membersOf = (part: object): string => JSON.stringify(part).slice(1, -1);
