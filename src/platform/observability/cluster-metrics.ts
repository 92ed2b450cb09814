import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, Registry, type MetricObjectWithValues, type MetricValue } from 'prom-client';
import type { MetricsSource } from './metrics-server.js';

type Found = MetricObjectWithValues<MetricValue<string>>[];

interface Question {
  kind: 'metrics?';
  questionId: number;
}
interface Answer {
  kind: 'metrics';
  questionId: number;
  metrics: Found;
}

/** Milliseconds: a worker that is slower than this is told with what it said last. */
const DEADLINE_MS = 2_000;

/** Lets the process in charge ask this worker for its metrics. */
export function answerForMetrics(registry: Registry): void {
  process.on('message', ({ kind, questionId }: Question) => {
    if (kind !== 'metrics?') return;
    void registry.getMetricsAsJSON().then((metrics) => {
      process.send?.({ kind: 'metrics', questionId, metrics: metrics as Found } satisfies Answer);
    });
  });
}

/** Metrics of the workers and of this process, added up as if it were one process. */
export class ClusterMetrics implements MetricsSource {
  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;
  private questions = 0;
  /** By worker: what it said last. */
  private readonly latest = new Map<Worker, Found>();
  /** Metrics of workers that have ended: without them a counter would seem to start again. */
  private past: Found = [];

  constructor(private readonly own: Registry) {
    cluster.on('exit', (worker) => void this.bury(worker));
  }

  async metrics(): Promise<string> {
    const questionId = (this.questions += 1);
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected());
    await Promise.all(workers.map((worker) => this.ask(worker!, questionId)));
    const own = (await this.own.getMetricsAsJSON()) as Found;
    return together([own, this.past, ...this.latest.values()]).metrics();
  }

  private ask(worker: Worker, questionId: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(late);
        worker.off('message', hear).off('exit', done);
        resolve();
      };
      const hear = (message: Answer): void => {
        if (message.kind !== 'metrics' || message.questionId !== questionId) return;
        this.latest.set(worker, message.metrics);
        done();
      };
      const late = setTimeout(done, DEADLINE_MS);
      worker.on('message', hear).once('exit', done);
      worker.send({ kind: 'metrics?', questionId } satisfies Question, (failure) => failure && done());
    });
  }

  private async bury(worker: Worker): Promise<void> {
    const last = this.latest.get(worker);
    this.latest.delete(worker);
    if (!last) return;
    const counted = last.filter(({ type }) => String(type) === 'counter' || String(type) === 'histogram');
    this.past = await together([this.past, counted]).getMetricsAsJSON();
  }
}

const together = (found: Found[]): Registry =>
  AggregatorRegistry.aggregate(found.map((metrics) => metrics.map(asOfAll)));

/** How late one of them is says more than how late they are on average. */
const asOfAll = (metric: Found[number]): Found[number] =>
  metric.name.startsWith('nodejs_eventloop_lag') ? { ...metric, aggregator: 'max' } : metric;
