import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'

/**
 * @param version of Formward
 * @param endpoint the address of the collector; traces are sent to `/v1/traces` below it
 * @param headers `name=value` pairs separated by commas, such as a key of the collector
 */
export const openProvider = (version: string, endpoint: string, headers = '') => ({
  provider: new TracerProvider({
    // A caller, who may be anybody, cannot keep a call out of the traces.
    sampler: new AlwaysOnSampler(),
    resource: resourceFromAttributes({ 'service.name': 'formward', 'service.version': version }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces`, headers: headersOf(headers) }),
      }),
    ],
  }),
  contextManager: new AsyncLocalStorageContextManager().enable(),
  propagator: new W3CTraceContextPropagator(),
})

const headersOf = (text: string) =>
  Object.fromEntries(
    text
      .split(',')
      .filter(Boolean)
      .map((pair) => [pair.slice(0, pair.indexOf('=')).trim(), pair.slice(pair.indexOf('=') + 1).trim()]),
  )
