import { Metrics } from '../../../src/platform/observability/metrics.service.js';
import type { TestApp } from '../test-app.js';

export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** As Prometheus would read them. */
export const metricsText = (t: TestApp): Promise<string> => t.app.get(Metrics).registry.metrics();

/** Text exposition format, without comments. */
export const samplesIn = (text: string): Sample[] =>
  [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name, labels, value]) => ({
    name: name!,
    labels: Object.fromEntries(
      [...(labels ?? '').matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, text]) => [key!, text!]),
    ),
    value: Number(value),
  }));

/** Those of one name, with those labels among others. */
export async function samplesOf(
  t: TestApp,
  name: string,
  labels: Record<string, string> = {},
): Promise<Sample[]> {
  return samplesIn(await metricsText(t)).filter(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  );
}

/** Of the one that there is; 0 without one. */
export const valueOf = async (t: TestApp, name: string, labels?: Record<string, string>): Promise<number> =>
  (await samplesOf(t, name, labels)).reduce((sum, { value }) => sum + value, 0);
