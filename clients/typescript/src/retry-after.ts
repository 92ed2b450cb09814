/** Seconds from now, of the header Retry-After (RFC 9110, section 10.2.3): a number, or a date. Null where there is none. */
export function retryAfterOf(headers: Headers): number | null {
  const given = headers.get('retry-after')?.trim();
  if (!given) return null;
  if (/^\d+$/.test(given)) return Number(given);
  const seconds = Math.ceil((Date.parse(given) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}
