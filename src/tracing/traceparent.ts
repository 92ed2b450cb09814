import type { SpanContext } from '@opentelemetry/api';

const FORM = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** Who asks goes on with a trace of theirs (W3C Trace Context §3.2). Null when it says nothing that can be read. */
export function parseTraceparent(header: string | string[] | undefined): SpanContext | null {
  const [, traceId, spanId, flags, more] = (typeof header === 'string' && FORM.exec(header)) || [];
  if (!traceId || !spanId || !flags || (more && String(header).startsWith('00'))) return null;
  return { traceId, spanId, traceFlags: parseInt(flags, 16) & 1, isRemote: true };
}
