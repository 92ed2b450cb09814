import { setTimeout as delay } from 'node:timers/promises';
import {
  context,
  type Context,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { NextFunction, Request, Response } from 'express';
import { Logger } from '@nestjs/common';
import { PRODUCT_VERSION } from '../../config/product-version.js';
import type { TracingSettings } from '../../config/tracing-settings.js';
import type { EndedStatement } from '../../database/watched-statements.js';
import { routeTemplate } from '../../http/route-template.js';
import { type OutsideCall, outsideCalls } from '../../upstream/outside-call.js';
import type { Tracing } from './tracing.js';

const FORM = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** The trace that the caller began (W3C Trace Context §3.2). Null when the header cannot be read. */
function parseTraceparent(header: string | string[] | undefined): SpanContext | null {
  const [, traceId, spanId, flags, more] = (typeof header === 'string' && FORM.exec(header)) || [];
  if (!traceId || !spanId || !flags || (more && String(header).startsWith('00'))) return null;
  return { traceId, spanId, traceFlags: parseInt(flags, 16) & 1, isRemote: true };
}

/** OTEL_TRACES_SAMPLER and its argument, which the SDK does not read by itself. */
function samplerOf({ sampler, share }: TracingSettings): Sampler {
  const [, parentBased, kind] = /^(parentbased_)?(.*)$/.exec(sampler) ?? [];
  const root =
    kind === 'always_on'
      ? new AlwaysOnSampler()
      : kind === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(share);
  return parentBased ? new ParentBasedSampler({ root }) : root;
}

/** Tells once that the collector cannot be reached, and by kind alone: its address may hold a secret. */
export class SilentExporter implements SpanExporter {
  private readonly logger = new Logger('Tracing');
  private isFailing = false;

  constructor(private readonly exporter: SpanExporter) {}

  export(spans: ReadableSpan[], done: Parameters<SpanExporter['export']>[1]): void {
    this.exporter.export(spans, (result) => {
      const { code, name } = (result.error ?? {}) as { code?: unknown; name?: string };
      if (result.error && !this.isFailing)
        this.logger.warn({ error: name, code }, 'Traces cannot be sent; those of now are lost');
      this.isFailing = result.error !== undefined;
      // Told already: the SDK would hand the error itself to whoever listens.
      done({ code: 0 });
    });
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }
}

const LAST_SPANS_MS = 2_000;
const NOT_TRACED = new Set(['/healthz', '/readyz']);

/**
 * Every attribute of a span is named here, so that none of them can hold a path, a query, an address or a value:
 * what instruments by itself records more than a school may tell.
 */
export class OpenTelemetry implements Tracing {
  private readonly provider: TracerProvider;
  private readonly tracer;

  constructor(settings: TracingSettings) {
    const exporter = new SilentExporter(new OTLPTraceExporter({ url: settings.url }));
    this.provider = new TracerProvider({
      // A name, and nothing of the machine.
      resource: resourceFromAttributes({
        'service.name': settings.serviceName,
        'service.version': PRODUCT_VERSION,
      }),
      sampler: samplerOf(settings),
      spanProcessors: [new BatchSpanProcessor({ exporter })],
    });
    this.tracer = this.provider.getTracer('school-directory');
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    outsideCalls.subscribe(this.outsideCall);
  }

  readonly requests = (request: Request, response: Response, next: NextFunction): void => {
    if (NOT_TRACED.has(request.path)) return next();
    const { method } = request;
    const span = this.tracer.startSpan(method, { kind: SpanKind.SERVER }, parentOf(request));
    span.setAttributes({ 'http.request.method': method, 'school_directory.request_id': idOf(request) });
    response.once('close', () => {
      const [route, status] = [routeTemplate(request), response.statusCode];
      span.updateName(`${method} ${route}`);
      span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
      if (status >= 500 || !response.writableFinished) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    context.with(trace.setSpan(context.active(), span), next);
  };

  traceId(): string | undefined {
    return trace.getSpan(context.active())?.spanContext().traceId;
  }

  /** Only as a part of a request: what jobs ask every second would bury it. */
  statement({ text, succeeded, startedAt, endedAt }: EndedStatement): void {
    if (!trace.getSpan(context.active())) return;
    const [operation = ''] = text.trimStart().split(/\s/, 1);
    const attributes = {
      'db.system.name': 'postgresql',
      'db.operation.name': operation.toUpperCase(),
      'db.query.text': text,
    };
    this.ended({ name: `SQL ${attributes['db.operation.name']}`, attributes, succeeded, startedAt, endedAt });
  }

  async stop(): Promise<void> {
    outsideCalls.unsubscribe(this.outsideCall);
    const sent = this.provider.shutdown().catch(() => undefined);
    await Promise.race([sent, delay(LAST_SPANS_MS, undefined, { ref: false })]);
    context.disable();
  }

  private readonly outsideCall = (message: unknown): void => {
    const { service, outcome, startedAt, endedAt } = message as OutsideCall;
    const attributes = { 'peer.service': service, 'school_directory.outcome': outcome };
    this.ended({ name: `call ${service}`, attributes, succeeded: outcome === 'ok', startedAt, endedAt });
  };

  private ended(call: EndedCall): void {
    const { name, attributes, startedAt, endedAt } = call;
    const span = this.tracer.startSpan(name, { kind: SpanKind.CLIENT, startTime: startedAt, attributes });
    if (!call.succeeded) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(endedAt);
  }
}

interface EndedCall {
  name: string;
  attributes: Record<string, string>;
  succeeded: boolean;
  startedAt: number;
  endedAt: number;
}

const idOf = ({ id }: { id?: unknown }): string => (typeof id === 'string' ? id : '');

function parentOf({ headers }: Request): Context {
  const parent = parseTraceparent(headers.traceparent);
  return parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
}
