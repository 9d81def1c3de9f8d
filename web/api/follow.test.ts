import { describe, expect, onTestFinished, test } from 'vitest'

import { follow } from './follow.ts'
import { transport } from './send.ts'

/** What `follow` hears of a stream that arrives in these pieces. */
async function heardOf(pieces: Uint8Array[]) {
  const { send } = transport
  onTestFinished(() => void (transport.send = send))
  transport.send = async () => new Response(ReadableStream.from(pieces), { headers: { 'content-type': 'text/event-stream' } })
  const heard: unknown[] = []
  await follow('live', 'requests', { signal: AbortSignal.abort(), onOpen: () => heard.push('open'), onEvent: (data) => heard.push(data) })
  return heard
}

describe('follow', () => {
  test('events are read completely wherever the network splits them, with every line ending and without comments (REQ-6)', async () => {
    const stream =
      ': hello\n\ndata: {"ids":["a"]}\n\nevent: x\r\nid: 7\r\ndata: {"ids":\r\ndata: ["Zoë"]}\r\n\r\n: still here\n\ndata:{"ids":null}\n\ndata: {"ids":'
    const bytes = new TextEncoder().encode(stream)
    const all = ['open', { ids: ['a'] }, { ids: ['Zoë'] }, { ids: null }]

    expect(await heardOf([bytes])).toEqual(all)
    expect(await heardOf([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(all)
  })

  test('follow: an event that is no JSON ends the stream with an error (REQ-6)', async () => {
    await expect(heardOf([new TextEncoder().encode('data: {oops}\n\n')])).rejects.toThrow(SyntaxError)
  })
})
