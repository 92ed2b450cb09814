import { Injectable } from '@nestjs/common';
import type { Member } from '../../platform/auth/caller.js';
import { isOn } from '../../policy/school-feature.js';
import type { ChangedItem, ItemType } from './changes.dto.js';
import { EffectsRepository, type TouchedItem } from './effects.repository.js';
import { ITEM_VISIBILITY } from './item-visibility.sql.js';
import { ItemVisibilityRepository } from './item-visibility.repository.js';
import { PassedWindowsRepository } from './passed-windows.repository.js';
import type { ChangeCursor } from './change-cursor.js';
import type { FormerState, JournaledChanges, NumberedCause } from './touched-items.js';

/** A change with the number of the row that it comes from. */
export interface NumberedChange extends ChangedItem {
  sequence: number;
}

/** A part of the journal and of time, and the cursor from which it is told. */
export interface ChangesPart {
  member: Member;
  cursor: ChangeCursor;
  /** The number that windows of time are told under: after all rows of the part. */
  sequence: number;
  /** Windows of time are looked at up to here; null where more rows come first. */
  until: Date | null;
  now: Date;
}

/** Types whose items are counted in `GET /schools/{schoolId}/features`. */
const COUNTED = new Set<ItemType>([
  ...(['notice', 'document', 'poll', 'signup', 'permission_slip', 'notification'] as const),
]);

/** From causes to what one caller is told: items that they may read now, and those that they could read before. */
@Injectable()
export class VisibleChanges {
  constructor(
    private readonly effects: EffectsRepository,
    private readonly windows: PassedWindowsRepository,
    private readonly items: ItemVisibilityRepository,
  ) {}

  /** In the order of commits, each item once. */
  async find(part: ChangesPart, journaled: JournaledChanges): Promise<NumberedChange[]> {
    const touched = await this.findTouched(part, journaled);
    const byType = Map.groupBy(touched, ({ type }) => type);
    const found: NumberedChange[] = [];
    for (const [type, items] of byType) found.push(...(await this.tellOfType(part, journaled, type, items)));
    return [...found, ...featuresOf(part, journaled, found)].sort(inOrder);
  }

  private async findTouched(part: ChangesPart, { causes, own }: JournaledChanges): Promise<TouchedItem[]> {
    const { member, cursor, until, now, sequence } = part;
    const passed = until ? await this.windows.findPassed(member, new Date(cursor.moment), until) : [];
    const numbered = passed.map((window) => ({ ...window, sequence }));
    const touched = await this.effects.findTouched(
      member,
      [...causes, ...(numbered.filter(({ kind }) => kind !== 'notification') as NumberedCause[])],
      now,
    );
    const notifications = numbered.filter(({ kind }) => kind === 'notification');
    const items = [
      ...touched,
      ...own,
      ...notifications.map(({ id }) => ({ type: 'notification' as const, id, sequence })),
    ];
    return [...lastOfEach(items).values()];
  }

  private async tellOfType(
    { member, cursor, now }: ChangesPart,
    { states, ended, toggled }: JournaledChanges,
    type: ItemType,
    items: TouchedItem[],
  ): Promise<NumberedChange[]> {
    const { feature } = ITEM_VISIBILITY[type];
    const isOff = feature !== null && !isOn(member.features, feature);
    if (isOff && cursor.off.includes(feature) && !toggled.includes(feature)) return [];
    const floor = new Date(Math.max(cursor.moment, cursor.rowsUntil));
    const former = states.filter((state) => state.type === type);
    const changedAt = new Map(former.map(({ id, until }) => [id, until]));
    const queries = items.map(({ id }) => ({ id, since: changedAt.get(id) ?? floor }));
    const found = new Map(
      (await this.items.findItems(member, type, queries, now)).map((item) => [item.id, item]),
    );
    const hidden = new Set(items.map(({ id }) => id).filter((id) => isOff || !found.get(id)?.visible));
    const before = former.filter(({ id }) => hidden.has(id)).map((state) => since(state, floor));
    const visibleBefore = new Set([
      ...(await this.items.findVisibleBefore(member, type, before, now)),
      ...ended.filter((item) => item.type === type).map(({ id }) => id),
    ]);
    const wasVisible = (id: string): boolean =>
      visibleBefore.has(id) ||
      (found.get(id)?.visibleBefore ?? false) ||
      (isOff && (found.get(id)?.visible ?? false));
    return items
      .filter(({ id }) => !hidden.has(id) || wasVisible(id))
      .map(({ id, sequence }) => ({ type, id, change: hidden.has(id) ? 'removed' : 'changed', sequence }));
  }
}

const since = (state: FormerState, floor: Date): FormerState & { from: Date } => ({
  ...state,
  from: state.from ?? floor,
});

function lastOfEach(items: TouchedItem[]): Map<string, TouchedItem> {
  const last = new Map<string, TouchedItem>();
  for (const item of items) {
    const key = `${item.type} ${item.id}`;
    const known = last.get(key);
    if (!known || known.sequence < item.sequence) last.set(key, item);
  }
  return last;
}

/** Toggles and counts of the school, as the caller reads them, change with what is counted. */
function featuresOf(
  { member }: ChangesPart,
  { toggled }: JournaledChanges,
  found: NumberedChange[],
): NumberedChange[] {
  const counted = found.filter(({ type }) => COUNTED.has(type));
  const last = Math.max(...counted.map(({ sequence }) => sequence), toggled.length > 0 ? 0 : -1);
  return last < 0 ? [] : [{ type: 'features', id: member.schoolId, change: 'changed', sequence: last }];
}

/** By type and id among changes of one row: the order has to be the same each time it is queries for. */
export const inOrder = (
  one: Pick<NumberedChange, 'sequence' | 'type' | 'id'>,
  other: Pick<NumberedChange, 'sequence' | 'type' | 'id'>,
): number => one.sequence - other.sequence || compare(one.type, other.type) || compare(one.id, other.id);

const compare = (one: string, other: string): number => Number(one > other) - Number(one < other);
