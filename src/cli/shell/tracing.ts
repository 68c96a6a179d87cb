/** Sends spans to the collector at OTEL_EXPORTER_OTLP_ENDPOINT (OTLP over HTTP, as JSON), using OpenTelemetry. */
import { context, type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { TUNING } from '../../model/tuning.ts';
import { PRODUCT } from '../../model/version.ts';
import type { Tracing } from '../../service/contract/tracing.ts';

const HEADERS = {
  get: (headers: Headers, name: string) => headers.get(name) ?? undefined,
  keys: (headers: Headers) => [...headers.keys()],
};

/** Endpoint, headers, timeouts, name and resource attributes are read from OpenTelemetry's environment variables. */
export function openTracing(environment: Readonly<Record<string, string | undefined>>): Tracing {
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': PRODUCT.name, 'service.version': PRODUCT.version }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(shareOf(environment)) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const propagator = new W3CTraceContextPropagator();
  const tracer = provider.getTracer(PRODUCT.name, PRODUCT.version);
  return {
    is_on: true,
    within({ name, attributes, headers }, run) {
      const around = headers === undefined ? context.active() : propagator.extract(context.active(), headers, HEADERS);
      const kind = headers === undefined ? SpanKind.INTERNAL : SpanKind.SERVER;
      return tracer.startActiveSpan(name, { kind, attributes }, around, async (span) => {
        try {
          return await run((more, better) => {
            span.setAttributes(more);
            if (better !== undefined) span.updateName(better);
          });
        } catch (error) {
          fail(span, error);
          throw error;
        } finally {
          span.end();
        }
      });
    },
    phases(begun_ms, phase_ms) {
      let at_ms = begun_ms;
      for (const [name, ms] of Object.entries(phase_ms)) {
        tracer.startSpan(name, { startTime: at_ms }).end(at_ms + ms);
        at_ms += ms;
      }
    },
    async close() {
      await provider.forceFlush({ timeoutMillis: TUNING.tracing_close_ms }).catch(() => {});
      context.disable();
    },
  };
}

/** Records only the kind of the error: messages may quote what callers sent. */
function fail(span: Span, error: unknown): void {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'error';
  span.setAttribute('error.type', code);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** The share of requests to sample, among those that came without a trace. */
function shareOf({ OTEL_TRACES_SAMPLER_ARG: share }: Readonly<Record<string, string | undefined>>): number {
  const read = Number(share ?? '1');
  return read >= 0 && read <= 1 ? read : 1;
}
