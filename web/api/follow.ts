import { ApiProblem } from './api-problem.ts'
import { routeTable } from './route-table.ts'
import { transport } from './send.ts'

/** The server says something every fifteen seconds; a stream that is silent for so long is lost. */
const longestSilence = 40_000

type Following = { signal: AbortSignal; onOpen: () => void; onEvent: (data: unknown) => void }

/**
 * Follows one of the contract's streams of events (https://html.spec.whatwg.org/multipage/server-sent-events.html) until the server ends it or `signal` does.
 * Not by EventSource, which cannot prove who asks.
 */
export async function follow(group: string, name: string, { signal, onOpen, onEvent }: Following): Promise<void> {
  const { path, method, action } = routeTable[group]![name]!
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), longestSilence)
  }
  try {
    // Not with the first load: a list shows its rows before anything changes.
    const { createParser } = await import('eventsource-parser')
    wait()
    const response = await transport.send(path, {
      method,
      headers: { accept: 'text/event-stream', 'x-requested-with': 'XMLHttpRequest', 'x-action': action },
      signal: AbortSignal.any([signal, silence.signal]),
      cache: 'no-store',
    })
    if (!response.ok || !response.body) throw new ApiProblem(response.status, action)
    onOpen()
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    const parser = createParser({ onEvent: ({ data }) => onEvent(JSON.parse(data)) })
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      wait()
      parser.feed(read.value)
    }
  } finally {
    clearTimeout(timer)
  }
}
