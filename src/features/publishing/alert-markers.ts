/** When the audience of an item was told of it, UTC; null while that lies ahead. */
interface AlertMarkers {
  alertedAt?: Date | null;
  /** Of a poll or a slip: on its last day. */
  remindedAt?: Date | null;
}

/** The item as one that nobody is told of: it counts as told of from now on. */
export function untold<Item extends object>(item: Item, now: Date): Item {
  const { alertedAt, remindedAt }: AlertMarkers = item;
  return {
    ...item,
    ...(alertedAt === null && { alertedAt: now }),
    ...(remindedAt === null && { remindedAt: now }),
  };
}

/** The item as its manager wants it told of. One that has not opened yet may be told of again. */
export function withAlertMarkers<Item extends AlertMarkers & { opensAt: Date | null }>(
  sendAlert: boolean | null | undefined,
  item: Item,
  now: Date,
): Item {
  if (sendAlert === false) return untold(item, now);
  const isAhead = item.opensAt === null || item.opensAt > now;
  if (sendAlert !== true || !isAhead) return item;
  return { ...item, alertedAt: null, ...('remindedAt' in item && { remindedAt: null }) };
}
