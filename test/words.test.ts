import { readdirSync, readFileSync } from 'node:fs'

import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'

const filesUnder = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`)

/** The folders whose text a person reads. */
const folders = ['web', 'domain', 'server', 'database/demo']

/** Phrases that no screen, message or file may use. */
const banned = [
  /go on with it/i,
  /let it go\b/i,
  /\bto put right\b/i,
  /\bbecame of\b/i,
  /\bbecomes? of\b/i,
  /\bwhoever\b/i,
  /as it stands/i,
  /\bin force\b/i,
  /made-up/i,
  /\bverdicts?\b/i,
  /brought back|bring (?:them|it) back/i,
  /\bsomebody\b/i,
  /it works no more|no more\.$/i,
  /there is nothing to (?:do|import|stop|take over)/i,
  /how far people came|where people stopped|nobody stopped/i,
  /summed up|to sum up\b/i,
  /words of (?:their|its|your) own|a form of its own/i,
  /raise it by|not by a score/i,
  /answered alike|so or is not|are so\b|is so\b/i,
  /(?:will|to) ask (?:it|this version)\b/i,
  /one option a line/i,
  /can never be(?:[.:]| at once)/i,
  /fold(?:s)? .*\bup\b|unfold/i,
]

/** Words that have another name in this product, with that name. */
const synonyms: [RegExp, string][] = [
  [/(?<!audit )\blog(?:ged)? (?:in|out)\b/i, 'sign in, sign out'],
  [/\bLocal ID\b|\bLocal patient id\b/, 'local patient ID'],
  [/\bPathway id\b/, 'pathway ID'],
  [/\bODS Code\b/, 'ODS code'],
  [/\be-mails?\b/i, 'email'],
]

/** Texts that stay as they are, each with the reason. */
const exceptions = new Map([['An organisation already exists with that ODS Code.', 'the specification, section 8']])

type Text = { at: string; text: string }

type Node = { type: string; start: number; [key: string]: unknown }
type Name = { name: string }
const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

/** Parts of a program that hold strings no person reads: module names, types and SQL. */
const skipped = /^(?:ImportDeclaration|TS(?!(?:As|Satisfies|NonNull)Expression).*|TaggedTemplateExpression)$/

function wordsOf(node: Node): string | undefined {
  if (node.type === 'JSXText' || (node.type === 'Literal' && typeof node['value'] === 'string')) return String(node['value'])
  if (node.type === 'TemplateLiteral') return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…')
  return undefined
}

/** The text in JSX and every string of more than one word. */
function textsOf(file: string): Text[] {
  const source = readFileSync(file, 'utf8')
  const texts: Text[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (!isNode(value) || skipped.test(value.type)) return
    const text = wordsOf(value)?.trim() ?? ''
    if (/\s/.test(text)) texts.push({ at: `${file}:${source.slice(0, value.start).split('\n').length}`, text })
    Object.values(value).forEach(visit)
  }
  visit(parseSync(file, source).program)
  return texts
}

const texts = folders
  .flatMap((folder) => filesUnder(folder))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .flatMap(textsOf)
  .filter(({ text }) => !exceptions.has(text))

/** Attributes whose strings no person reads. */
const technical = /^(?:className|class|id|name|rel|aria-keyshortcuts|allow|sandbox|placement)$/
/** Words of the program that look like words of the screen: names of keys, of components, and values that are compared. */
const wordsOfProgram = /^(?:[A-Z][a-z]+(?:[A-Z][a-z]+)+|Escape|Enter|Arrow\w+)$/

/** The texts that a component holds itself: between its tags, and every string that begins with a capital letter and has no words file. */
function ownTextsOf(file: string): Text[] {
  const source = readFileSync(file, 'utf8')
  const found: Text[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (!isNode(value) || skipped.test(value.type)) return
    if (value.type === 'JSXAttribute' && technical.test((value['name'] as Name).name)) return
    if (value.type === 'NewExpression') return // errors for developers
    const text = wordsOf(value)?.trim() ?? ''
    const isShown = value.type === 'JSXText' ? /\p{L}/u.test(text) : /^\p{Lu}\p{Ll}/u.test(text) && !wordsOfProgram.test(text)
    if (isShown) found.push({ at: `${file}:${source.slice(0, value.start).split('\n').length}`, text })
    Object.values(value).forEach(visit)
  }
  visit(parseSync(file, source).program)
  return found
}

describe('text that a person reads', () => {
  test('is in the words file of its feature and in no component, except in the style guide', () => {
    const components = filesUnder('web').filter((file) => file.endsWith('.tsx') && !file.startsWith('web/staff/styleguide/'))
    expect(components.length).toBeGreaterThan(200)
    expect(components.flatMap(ownTextsOf)).toEqual([])
  })

  test('uses no banned phrase', () => {
    expect(texts.length).toBeGreaterThan(300)
    expect(texts.filter(({ text }) => banned.some((phrase) => phrase.test(text)))).toEqual([])
  })

  test('has one name for one thing', () => {
    expect(
      texts.flatMap(({ at, text }) => synonyms.filter(([wrong]) => wrong.test(text)).map(([, right]) => ({ at, text, use: right }))),
    ).toEqual([])
  })

  test('keeps no exception that nothing needs', () => {
    const all = folders.flatMap((folder) => filesUnder(folder)).filter((file) => file.endsWith('.ts'))
    const written = all.map((file) => readFileSync(file, 'utf8')).join('\n')
    expect([...exceptions.keys()].filter((text) => !written.includes(text))).toEqual([])
  })
})
