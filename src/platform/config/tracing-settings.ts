import type { Environment } from './environment.js';

/** Where traces go, and which. Headers, deadline and certificates are read by the exporter itself. */
export interface TracingSettings {
  /** Address of the collector, with its path: OTLP over HTTP, as JSON. */
  url: string;
  serviceName: string;
  sampler: Environment['OTEL_TRACES_SAMPLER'];
  /** From 0 to 1, for the samplers that take a share. */
  share: number;
}

/** Null: nothing is traced, and nothing of it is loaded. */
export function tracingSettings(e: Environment): TracingSettings | null {
  const url = e.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? tracesBelow(e.OTEL_EXPORTER_OTLP_ENDPOINT);
  if (!url) return null;
  return {
    url,
    serviceName: e.OTEL_SERVICE_NAME,
    sampler: e.OTEL_TRACES_SAMPLER,
    share: e.OTEL_TRACES_SAMPLER_ARG,
  };
}

/** OpenTelemetry protocol exporter, "Endpoint URLs for OTLP/HTTP". */
const tracesBelow = (base: string | undefined): string | undefined =>
  base && `${base.replace(/\/$/, '')}/v1/traces`;
