import { Codings } from '../http/codings.js';
import { opaqueTagOf } from '../http/entity-tag.js';
import { ReadyJson } from '../http/ready-json.js';
import type { OwnParts } from './revision.js';
import type { SnapshotItem } from './snapshot-kind.js';

interface Place {
  /** Offsets of the item, with the comma before it; the same twice where it is there for some readers only. */
  start: number;
  end: number;
}

/** Bytes of memory for what is kept of an item besides its text, and of a whole list, roughly. */
const PLACE_BYTES = 200;
const LIST_BYTES = 2_000;
/** The compressed forms are a third of a list. */
const WITH_CODINGS = 4 / 3;
const COMMA = Buffer.from(',');
const TAIL = Buffer.from(']}');

/** A list as all its readers get it, and where to put in what is a reader's own. */
export class Snapshot extends ReadyJson {
  /** Bytes of memory, roughly. */
  readonly size: number;

  private constructor(
    bytes: Buffer,
    private readonly head: number,
    private readonly places: Map<string, Place>,
    private readonly otherwise: Map<string, Map<Place, string>>,
  ) {
    super(bytes, opaqueTagOf(bytes), new Codings(bytes));
    const texts = [...otherwise.values()].flatMap((own) => [...own.values()]);
    const besides = texts.reduce((sum, { length }) => sum + 2 * length, LIST_BYTES);
    this.size = bytes.length * WITH_CODINGS + besides + PLACE_BYTES * (places.size + texts.length);
  }

  static of(list: string, items: SnapshotItem[]): Snapshot {
    const head = Buffer.byteLength(`{"${list}":[`);
    const places = new Map<string, Place>();
    const otherwise = new Map<string, Map<Place, string>>();
    let end = head;
    for (const item of items) {
      const start = end;
      if (item.text) end += Buffer.byteLength(item.text) + (start === head ? 0 : COMMA.length);
      const place = { start, end };
      if (item.id !== undefined) places.set(item.id, place);
      for (const [membershipId, text] of item.otherwise ?? [])
        otherwise.set(
          membershipId,
          (otherwise.get(membershipId) ?? new Map<Place, string>()).set(place, text),
        );
    }
    const texts = items.map(({ text }) => text).filter(Boolean);
    const bytes = Buffer.from(`{"${list}":[${texts.join(',')}]}`);
    return new Snapshot(bytes, head, places, otherwise);
  }

  /** As this member gets it. */
  seenBy(membershipId: string, own: OwnParts): ReadyJson {
    const texts = new Map(this.otherwise.get(membershipId));
    for (const [id, part] of Object.entries(own)) {
      const place = this.places.get(id);
      const text = place && (texts.get(place) ?? this.textAt(place));
      if (place && text) texts.set(place, JSON.stringify({ ...(JSON.parse(text) as object), ...part }));
    }
    if (texts.size === 0) return this;
    const changes = [...texts].sort(([a], [b]) => a.start - b.start || a.end - b.end);
    const state = JSON.stringify([this.tag, changes.map(([{ start }, text]) => [start, text])]);
    return new ReadyJson(this.with(changes), opaqueTagOf(state));
  }

  private textAt({ start, end }: Place): string {
    return this.bytes.toString('utf8', start === this.head ? start : start + COMMA.length, end);
  }

  private with(changes: [Place, string][]): Buffer {
    const pieces = [this.bytes.subarray(0, this.head)];
    let at = this.head;
    const add = (bytes: Buffer, comma: boolean): void => {
      if (comma && pieces.length > 1) pieces.push(COMMA);
      pieces.push(bytes);
    };
    const keepUntil = (end: number): void => {
      // All but the first item have their comma before them.
      if (end > at) add(this.bytes.subarray(at, end), at === this.head);
      at = Math.max(at, end);
    };
    for (const [{ start, end }, text] of changes) {
      keepUntil(start);
      add(Buffer.from(text), true);
      at = Math.max(at, end);
    }
    keepUntil(this.bytes.length - TAIL.length);
    return Buffer.concat([...pieces, TAIL]);
  }
}
