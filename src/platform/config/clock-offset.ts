const DURATION = /^([+-])P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Milliseconds between the real time and what CLOCK asks for (operations section 3): an ISO instant from which
 * the clock runs on, or a signed ISO duration of weeks, days, hours, minutes and seconds.
 * Null when the text is neither.
 */
export function clockOffset(text: string, now: number): number | null {
  if (INSTANT.test(text)) {
    const instant = Date.parse(text);
    return Number.isNaN(instant) ? null : instant - now;
  }
  const match = DURATION.exec(text);
  if (!match || /[PT]$/.test(text)) return null;
  const [, sign, ...parts] = match;
  const [weeks, days, hours, minutes, seconds] = parts.map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const total = ((((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
  return sign === '-' ? -total : total;
}
