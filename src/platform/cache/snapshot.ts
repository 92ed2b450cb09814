import { LruCache } from './lru-cache.js';
import { ContentEncodings, etagValueOf, PreparedJson } from '../http/prepared-json.js';
import type { PerViewerPatches, ReaderParts, RequestContext, SnapshotItem } from './snapshot-kind.js';

interface Slot {
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
  slots: Slot[];
}

/** Bytes that a reader gets in the place of others: a whole item, or what is their own of one. */
interface Change {
  start: number;
  end: number;
  text: string;
  isItem: boolean;
}

/** The last answer of a reader, and the own parts that it was made for. */
interface LastAnswer {
  contextKey: string;
  json: PreparedJson;
}

/** Bytes of memory for what is kept of an item besides its text, and of a whole list, roughly. */
const SLOT_BYTES = 200;
const LIST_BYTES = 2_000;
/** The compressed forms are a third of a list. */
const WITH_CODINGS = 4 / 3;
/** Share of a list's bytes that is added for the answers of readers with parts of their own. */
const FOR_READERS = 1 / 8;
/** Bytes of memory for a piece of what a reader got, with a text of their own, roughly. */
const PIECE_BYTES = 500;
const COMMA = Buffer.from(',');
const TAIL = Buffer.from(']}');

/** Where everything is in the bytes of a list. */
interface Layout {
  /** Offset of the first item. */
  head: number;
  /** Text of an item where a reader's own part goes; no quoted text can read like it. */
  blank: string;
  slots: Map<string, Slot>;
  viewerOverrides: Map<string, Map<Slot, string>>;
  limits: Limit[];
}

/** A list as all its readers get it, and where to put in what is a reader's own, or to leave out what is not for them. */
export class Snapshot extends PreparedJson {
  /** Bytes of memory, roughly. */
  readonly size: number;
  /** By membership. */
  private readonly lastAnswers: LruCache<LastAnswer>;

  private constructor(
    private readonly bytes: Buffer,
    private readonly layout: Layout,
    isPrivate: boolean,
  ) {
    super([bytes], etagValueOf(bytes), isPrivate, isPrivate ? undefined : new ContentEncodings(bytes, true));
    const { viewerOverrides, slots } = layout;
    const texts = [...viewerOverrides.values()].flatMap((own) => [...own.values()]);
    const besides = texts.reduce((sum, { length }) => sum + 2 * length, LIST_BYTES);
    this.lastAnswers = new LruCache(bytes.length * FOR_READERS);
    this.size =
      bytes.length * (WITH_CODINGS + FOR_READERS) + besides + SLOT_BYTES * (slots.size + texts.length);
  }

  static of(list: string, items: SnapshotItem[], kind: ReaderParts = {}): Snapshot {
    const opening = `{"${list}":[`;
    const head = Buffer.byteLength(opening);
    const blank = kind.own ? membersOf(kind.own) : '';
    const slots = new Map<string, Slot>();
    const viewerOverrides = new Map<string, Map<Slot, string>>();
    const limits = new Map<string, Limit>();
    let end = head;
    for (const item of items) {
      const start = end;
      const comma = start === head ? 0 : COMMA.length;
      if (item.text) end += Buffer.byteLength(item.text) + comma;
      const at = blank ? item.text.indexOf(blank) : -1;
      const slot = {
        start,
        end,
        own: at < 0 ? -1 : start + comma + Buffer.byteLength(item.text.slice(0, at)),
      };
      if (item.id !== undefined) slots.set(item.id, slot);
      limitOf(item, limits)?.slots.push(slot);
      for (const [membershipId, text] of item.viewerOverrides ?? [])
        viewerOverrides.set(
          membershipId,
          (viewerOverrides.get(membershipId) ?? new Map<Slot, string>()).set(slot, text),
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
    const layout = { head, blank, slots, viewerOverrides, limits: [...limits.values()] };
    return new Snapshot(bytes, layout, kind.hasPrivateTexts ?? false);
  }

  /**
   * The list for this member: their last answer where no part of their own has changed since, which is compared every time.
   */
  forMember(
    membershipId: string,
    { own = [], hasPrivateText = false, ...context }: Omit<RequestContext, 'revision'>,
  ): PreparedJson {
    const { limits, viewerOverrides } = this.layout;
    const open = limits.map((limit) => isOpen(limit, context));
    if (own.length === 0 && open.every(Boolean) && !viewerOverrides.has(membershipId)) return this;
    const contextKey = JSON.stringify([own, open]);
    const last = this.lastAnswers.get(membershipId);
    if (last?.contextKey === contextKey) return last.json;
    const closed = limits.filter((_, at) => !open[at]);
    const composed = this.composed(membershipId, own, new Set(closed.flatMap(({ slots }) => slots)));
    const json = hasPrivateText ? new PreparedJson(composed.pieces, composed.tag, true) : composed;
    this.lastAnswers.set(
      membershipId,
      { contextKey, json },
      2 * contextKey.length + PIECE_BYTES * json.pieces.length,
    );
    return json;
  }

  private composed(membershipId: string, own: PerViewerPatches, hidden: Set<Slot>): PreparedJson {
    const changes = this.ownChanges(membershipId, own, hidden);
    for (const { start, end } of hidden) changes.push({ start, end, text: '', isItem: true });
    if (changes.length === 0) return this;
    changes.sort((a, b) => a.start - b.start || a.end - b.end);
    const pieces = this.with(changes);
    // The tag is made of these bytes and not of the whole list: what the reader may not see must not change their tag.
    return new PreparedJson(pieces, etagValueOf(...pieces), this.isPrivate);
  }

  private ownChanges(membershipId: string, own: PerViewerPatches, hidden: Set<Slot>): Change[] {
    const { blank, slots, viewerOverrides } = this.layout;
    const items = new Map(viewerOverrides.get(membershipId));
    const changes: Change[] = [];
    for (const [id, part] of own) {
      const slot = slots.get(id);
      if (!slot || hidden.has(slot)) continue;
      const text = membersOf(part);
      const item = items.get(slot)?.replace(blank, () => text);
      if (item !== undefined) items.set(slot, item);
      else if (slot.own >= 0)
        changes.push({ start: slot.own, end: slot.own + blank.length, text, isItem: false });
    }
    for (const [slot, text] of items) {
      if (!hidden.has(slot)) changes.push({ start: slot.start, end: slot.end, text, isItem: true });
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
    const retainUntil = (end: number): void => {
      // All but the first item have their comma before them: one that has become the first leaves it out.
      const from = pieces.length === 1 && at > head ? at + COMMA.length : at;
      if (end > from) add(this.bytes.subarray(from, end), from === head);
      at = Math.max(at, end);
    };
    for (const { start, end, text, isItem } of changes) {
      retainUntil(start);
      if (text) add(Buffer.from(text), isItem);
      at = Math.max(at, end);
    }
    retainUntil(this.bytes.length - TAIL.length);
    pieces.push(TAIL);
    return pieces;
  }
}

/** The limit of an item; undefined where everybody gets it for ever. */
function limitOf({ keys, until = null }: SnapshotItem, limits: Map<string, Limit>): Limit | undefined {
  if (!keys && until === null) return undefined;
  const name = JSON.stringify([keys, until]);
  const limit = limits.get(name) ?? { keys, until, slots: [] };
  limits.set(name, limit);
  return limit;
}

const isOpen = ({ keys, until }: Limit, context: Pick<RequestContext, 'keys' | 'now'>): boolean =>
  (!keys || keys.some((key) => context.keys?.includes(key))) &&
  (until === null || (context.now !== undefined && context.now.getTime() < until));

/** `"note":null` of `{ note: null }`. */
const membersOf = (part: object): string => JSON.stringify(part).slice(1, -1);
