import type { TracerProviderOptions } from '@opentelemetry/sdk-trace';

type Resource = NonNullable<TracerProviderOptions['resource']>;

/** Who sends the traces: a name, and nothing of the machine. */
export function resourceNamed(serviceName: string): Resource {
  const attributes = { 'service.name': serviceName, 'telemetry.sdk.language': 'nodejs' };
  const resource: Resource = {
    attributes,
    merge: () => resource,
    getRawAttributes: () => Object.entries(attributes),
  };
  return resource;
}
