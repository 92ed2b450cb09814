import type { TracingSettings } from '../../config/tracing-settings.js';
import type { Tracing } from './tracing.js';

/** Undefined where no collector is set: then nothing of it is loaded. */
export async function startTracing(settings: TracingSettings | null): Promise<Tracing | undefined> {
  if (!settings) return undefined;
  const { OpenTelemetry } = await import('./open-telemetry.js');
  return new OpenTelemetry(settings);
}
