import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

import { describe, expect, onTestFinished, test } from 'vitest'

import { openOrganisation } from '#test/organisation.ts'
import { aPatient } from '#test/requests.ts'

import { inOrganisation } from './database.ts'
import { startTracing } from './tracing.ts'

type Value = { stringValue?: string; intValue?: number }
type Span = {
  name: string
  kind: number
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: Value }[]
  status: { code?: number; message?: string }
}
type Export = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }

/** A collector (OTLP over HTTP) that keeps what it gets. */
async function openCollector() {
  const received: { url: string | undefined; key: string | undefined; body: Export }[] = []
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      received.push({ url: request.url, key: request.headers['x-key'] as string | undefined, body: body as Export }) // sent once
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((opened) => server.listen(0, '127.0.0.1', opened))
  onTestFinished(() => void server.close())
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    spans: () => received.flatMap(({ body }) => body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))),
  }
}

const attributesOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]))

describe('Traces', () => {
  test('a call is a span with its transactions in it, as part of the trace of the caller, and no span has personal data (OPS-7)', async () => {
    const [ward, collector] = [await openOrganisation(), await openCollector()]
    const ada = await ward.staff('User')
    const patient = await aPatient(ward, { lastName: 'Zanzibar-Finch' })
    const stop = await startTracing(
      { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'x-key=k 1,y=2' },
      '1.2.3',
    )
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'

    await ada.get(`/api/patients/patient/${patient.id}/scores?search=Zanzibar`, { traceparent: `00-${traceId}-00f067aa0ba902b7-01` })
    await expect(
      inOrganisation(ward.services.db, ward.id, (tx) =>
        tx
          .selectFrom('no such table' as 'patients')
          .selectAll()
          .execute(),
      ),
    ).rejects.toThrow()
    await stop()

    expect(collector.received[0]).toMatchObject({ url: '/v1/traces', key: 'k 1' })
    const spans = collector.spans()
    const call = spans.find(({ name }) => name === 'GET /api/patients/patient/:id/scores')!
    expect(call).toMatchObject({ kind: 2, traceId, parentSpanId: '00f067aa0ba902b7' })
    expect(attributesOf(call)).toEqual({
      'http.request.method': 'GET',
      'http.route': '/api/patients/patient/:id/scores',
      'http.response.status_code': expect.any(Number),
      'formward.request_id': expect.any(String),
    })
    const within = spans.filter(({ parentSpanId }) => parentSpanId === call.spanId)
    expect(within.map(({ name }) => name)).toContain('transaction')
    const failed = spans.find(({ status }) => status.code === 2)!
    expect([failed.name, attributesOf(failed)['error.type'], failed.status.message]).toEqual(['transaction', '42P01', undefined])
    expect(JSON.stringify(collector.received)).not.toMatch(new RegExp(`Zanzibar|${patient.id}|${ward.id}|no such table`))
  })

  test('without the setting no call is traced (OPS-7)', async () => {
    const [ward, collector] = [await openOrganisation(), await openCollector()]
    const stop = await startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: undefined, OTEL_EXPORTER_OTLP_HEADERS: undefined }, '1.2.3')
    await (await ward.staff('User')).get('/api/tenants/member/me')
    await stop()

    expect(collector.received).toEqual([])
  })
})
