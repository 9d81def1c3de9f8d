import { openBrowser } from '#test/browser.ts'

import type { Bench } from './harness/bench.ts'
import { openLinks } from './harness/links.ts'
import type { Measurement } from './harness/results.ts'
import { startServer } from './harness/server.ts'

const compressed = { 'accept-encoding': 'gzip', accept: 'text/html' }

/** The bytes of a first visit, with everything that the page loads before it can be used, uncached and compressed with gzip. */
export const benchSize: Bench = async ({ cluster }) => {
  await cluster.fill(10_000)
  const filled = await cluster.copy(10_000)
  const server = await startServer(filled.url)
  const [link] = await openLinks(filled, 1)
  try {
    return [
      {
        title: 'First load',
        about:
          'Bytes on the network (gzip) until the page can be used. Limits: 150 kB of JavaScript for the staff app, 30 kB of it for a patient’s page (PERF-4).',
        rows: [await weigh('staff app', server.address, '/', 150), await weigh('patient’s page', server.address, link!.path, 30)],
      },
    ]
  } finally {
    await server.stop()
    await filled.drop()
  }
}

async function weigh(what: string, address: string, path: string, most: number): Promise<Measurement> {
  const browser = openBrowser(address)
  const page = await bytesOf(browser, path)
  const html = await (await browser.fetch(path, { headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' } })).text()
  const named = [...html.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="(\/[^"]+\.(js|css|woff2)(?:\?[^"]*)?)"/g)]
  const sizes = { html: page, script: 0, style: 0, font: 0 }
  for (const [, asset = '', kind] of named)
    sizes[kind === 'js' ? 'script' : kind === 'css' ? 'style' : 'font'] += await bytesOf(browser, asset)
  const all = sizes.html + sizes.script + sizes.style + sizes.font
  const kb = (bytes: number) => (bytes / 1_000).toFixed(1)
  return {
    what,
    values: {
      'HTML kB': kb(sizes.html),
      'JavaScript kB': kb(sizes.script),
      'CSS kB': kb(sizes.style),
      'fonts kB': kb(sizes.font),
      'together kB': kb(all),
      'limit kB': `${most} of JavaScript`,
    },
    isPastLimit: sizes.script > most * 1_000,
  }
}

async function bytesOf(browser: ReturnType<typeof openBrowser>, path: string) {
  const answer = await browser.fetch(path, { headers: compressed })
  return (await answer.arrayBuffer()).byteLength
}
