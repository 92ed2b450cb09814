import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type Sampler,
} from '@opentelemetry/sdk-trace';
import type { TracingSettings } from '../config/tracing-settings.js';

/** OTEL_TRACES_SAMPLER and its argument, which the SDK does not read by itself. */
export function samplerOf({ sampler, share }: TracingSettings): Sampler {
  const [, parentBased, kind] = /^(parentbased_)?(.*)$/.exec(sampler) ?? [];
  const root =
    kind === 'always_on'
      ? new AlwaysOnSampler()
      : kind === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(share);
  return parentBased ? new ParentBasedSampler({ root }) : root;
}
