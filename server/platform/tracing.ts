import { type Attributes, context, propagation, type Span, SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Config } from '#server/config.ts'

import { causeOf } from './errors.ts'

/** Undefined without OTEL_EXPORTER_OTLP_ENDPOINT: then nothing is measured and no further package is loaded. */
let tracer: Tracer | undefined

type Collector = Pick<Config, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_HEADERS'>

/**
 * Sends a trace of each call, job and transaction to a collector (OpenTelemetry, OTLP over HTTP). Names and attributes hold patterns of routes and
 * our own words, never ids or personal data. Returns a function that sends what is left and stops.
 */
export async function startTracing(
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers }: Collector,
  version: string,
) {
  if (endpoint === undefined) return async () => {}
  const { openProvider } = await import('./tracing-provider.ts')
  const { provider, contextManager, propagator } = openProvider(version, endpoint, headers)
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(contextManager)
  propagation.setGlobalPropagator(propagator)
  tracer = trace.getTracer('formward')
  return async () => {
    tracer = undefined
    await provider.shutdown()
    for (const api of [trace, context, propagation]) api.disable()
  }
}

/** Does work within a span, as a child of the current one. */
export function traced<T>(name: string, kind: SpanKind, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  if (!tracer) return work()
  return tracer.startActiveSpan(name, { kind, attributes }, async (span) => {
    try {
      return await work()
    } catch (error) {
      // The message of an error may quote patient data.
      span.setStatus({ code: SpanStatusCode.ERROR })
      span.setAttribute('error.type', causeOf(error) ?? (error instanceof Error ? error.name : 'unknown'))
      throw error
    } finally {
      span.end()
    }
  })
}

const spans = new WeakMap<FastifyRequest, Span>()

/** Traces every call, as a child of the trace that the caller names in `traceparent` (https://www.w3.org/TR/trace-context). */
export function traceCalls(app: FastifyInstance) {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!tracer) return done()
    const parent = propagation.extract(context.active(), request.headers)
    // The semantic conventions of OpenTelemetry for HTTP servers, without the address, which has ids.
    const [method, route] = [request.method, request.routeOptions.url ?? 'none']
    const attributes = { 'http.request.method': method, 'http.route': route, 'formward.request_id': request.id }
    const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
    spans.set(request, span)
    context.with(trace.setSpan(parent, span), done)
  })
  app.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request)
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  })
}
