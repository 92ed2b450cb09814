import { Logger } from '@nestjs/common';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';

/** Tells once that the collector cannot be reached, and by kind alone: its address may hold a secret. */
export class QuietExporter implements SpanExporter {
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
