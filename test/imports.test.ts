import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'

import { describe, expect, test } from 'vitest'

/** Folders of server/ that know no feature; every feature may use them. */
const foundations = new Set(['platform', 'documents'])

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)

/** Every file of ours that a file imports or re-exports, as a path from the root. Types count too: who reads one file reads the other. */
function importsOf(file: string) {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/(?:from|import\() ?'([#.][^']+)'/g)].map(([, name]) =>
    name!.startsWith('#') ? name!.slice(1) : join(dirname(file), name!),
  )
}

/** The feature a file of server/ belongs to; undefined for app.ts, config.ts and the others that put the features together. */
function featureOf(file: string) {
  const [top, folder, ...rest] = file.split('/')
  return top === 'server' && rest.length > 0 && !foundations.has(folder!) ? folder : undefined
}

/** The groups of nodes that reach each other (Tarjan's algorithm); empty where there is no cycle. */
function cyclesOf(graph: ReadonlyMap<string, ReadonlySet<string>>) {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []
  function visit(node: string) {
    index.set(node, index.size)
    low.set(node, index.get(node)!)
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next)
      if (stack.includes(next)) low.set(node, Math.min(low.get(node)!, low.get(next)!))
    }
    if (low.get(node) !== index.get(node)) return
    const group = stack.splice(stack.indexOf(node))
    if (group.length > 1) cycles.push(group.toSorted())
  }
  for (const node of graph.keys()) if (!index.has(node)) visit(node)
  return cycles
}

const crossings = filesOf('server').flatMap((file) => {
  const feature = featureOf(file)
  return feature === undefined
    ? []
    : importsOf(file)
        .map((target) => ({ file, feature, target, to: featureOf(target) }))
        .filter(({ to }) => to !== undefined && to !== feature)
})

describe('imports between the features of server/', () => {
  test('a cycle is found where there is one', () => {
    const graph = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c'])],
      ['c', new Set(['b'])],
    ])

    expect(cyclesOf(graph)).toEqual([['b', 'c']])
  })

  test('no feature reaches itself through another (DEV-4)', () => {
    const graph = new Map<string, Set<string>>()
    for (const { feature, to } of crossings) graph.set(feature, (graph.get(feature) ?? new Set()).add(to!))

    expect(graph.size).toBeGreaterThan(10)
    expect(cyclesOf(graph)).toEqual([])
  })

  test("a feature imports another's public file only, which bears the feature's name (DEV-4)", () => {
    const offenders = crossings
      .filter(({ to, target }) => target !== `server/${to}/${to}.ts`)
      .map(({ file, target }) => `${file} imports ${target}`)

    expect(offenders).toEqual([])
  })
})

describe('Imports between features', () => {
  test('no file of domain/ or contract/ reaches itself through its imports, types included', () => {
    const graph = new Map(['domain', 'contract'].flatMap(filesOf).map((file) => [file, new Set(importsOf(file))] as const))

    expect(graph.size).toBeGreaterThan(80)
    expect(cyclesOf(graph)).toEqual([])
  })

  test('no file only re-exports', () => {
    const isReExport = /^(export (type )?(\*|\{[^}]*\}) from '[^']+'|\/\/.*|\/\*[^]*?\*\/)?$/
    const offenders = ['contract', 'domain', 'server', 'web', 'test']
      .flatMap(filesOf)
      .filter((file) => file.endsWith('.ts'))
      .filter((file) =>
        readFileSync(file, 'utf8')
          .replaceAll(/\{[^}]*\}/g, '{}')
          .split('\n')
          .every((line) => isReExport.test(line.trim())),
      )

    expect(offenders).toEqual([])
  })
})
