import type { ContentFile } from '../imports/content/content-file.schema.js';
import type { DemoSlip } from './data/permission-slips.js';
import { audienceOf } from './demo-audience.js';
import { DemoWeek, type Loading } from './demo-week.js';

/** To come, open and closed. Nobody is alerted. */
export function slipEntries(
  slips: DemoSlip[],
  loading: Loading,
): NonNullable<ContentFile['permission_slips']> {
  const week = new DemoWeek(loading);
  return slips.map(
    ({ key, days: [opens, closes], audience, answers: _answers, granted: _granted, ...slip }) => ({
      ...slip,
      key: week.keyOf({ key }),
      audience: audience && audienceOf(audience, loading.today),
      opens_at: week.at(opens),
      closes_at: closes === null ? null : week.at(closes),
      visible_until: closes === null ? null : week.at(closes + 21),
      send_alert: false,
    }),
  );
}
