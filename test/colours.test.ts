import { globSync, readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

const colour = /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|lab)\(|:[^;{]*\b(?:white|black)\b(?!-)/gi
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').replace(/white-space[^;]*;/g, '')

/** The values of each colour: light, then dark. */
const schemes = readFileSync('web/colours/_schemes.scss', 'utf8')
const colours = new Map([...schemes.matchAll(/^ {2}'([a-z-]+)': (#\w+) (#\w+),/gm)].map(([, name, ...values]) => [name!, values]))

const linear = (value: number) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4)
function luminance(text: string) {
  const digits = text.length === 4 ? text.slice(1).replace(/./g, '$&$&') : text.slice(1)
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => linear(Number.parseInt(digits.slice(at, at + 2), 16)))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
function contrast(one: string, other: string, scheme: number) {
  const [dim = 0, bright = 0] = [one, other].map((name) => luminance(colours.get(name)![scheme]!)).toSorted((a, b) => a - b)
  return (bright + 0.05) / (dim + 0.05)
}

const surfaces = ['page', 'page-end', 'sheet', 'sheet-quiet', 'sheet-hover', 'input-sheet', 'line-quiet']
const states = ['info', 'danger', 'success', 'warning', 'notice']
const fills = ['header', 'accent-fill', 'inverse', 'solid', 'focus', 'button', 'urgent']
/** Text on a ground, which needs 4.5:1 (WCAG 2.2, 1.4.3). */
const read = [
  ...['text', 'text-quiet', 'link', 'link-hover', 'link-active', 'link-visited', 'accent', 'urgent-text', 'danger-text'].flatMap((ink) =>
    surfaces.map((ground) => [ink, ground] as const),
  ),
  ...states.map((state) => [`${state}-text`, `${state}-sheet`] as const),
  ...states.map((state) => ['text', `${state}-sheet`] as const),
  ...fills.map((fill) => [`on-${fill}`, fill] as const),
  ...['header', 'button', 'urgent'].map((fill) => [`on-${fill}`, `${fill}-hover`] as const),
  ...['page', 'sheet', 'input-sheet'].map((ground) => ['error', ground] as const),
  ...['info-sheet', 'accent-hover'].map((ground) => ['link', ground] as const),
] as const
/** The edges of fields and marks, which need 3:1 (1.4.11). */
const seen = ['focus-ring', 'input-line', 'accent-fill', 'success', 'error', 'urgent-text'].flatMap((mark) =>
  ['page', 'sheet', 'input-sheet'].map((ground) => [mark, ground] as const),
)

describe('Colours', () => {
  test.each(['light', 'dark'])('what is read together has enough contrast in %s colours (UI-2, UI-5)', (name) => {
    const scheme = name === 'light' ? 0 : 1
    const tooFaint = (least: number) => (pair: readonly [string, string]) => contrast(...pair, scheme) < least
    expect(read.filter(tooFaint(4.5))).toEqual([])
    expect(seen.filter(tooFaint(3))).toEqual([])
  })

  test('only web/colours names a colour; every other style sheet uses its custom properties (UI-5)', () => {
    const found = globSync('web/**/*.{scss,css}')
      .filter((file) => !file.startsWith('web/colours/'))
      .flatMap((file) => (withoutComments(readFileSync(file, 'utf8')).match(colour) ?? []).map((one) => `${file}: ${one}`))
    expect(found).toEqual([])
  })

  test('every custom property that a style sheet uses is declared (UI-5)', () => {
    const sheets = globSync('web/**/*.scss').map((file) => [file, withoutComments(readFileSync(file, 'utf8'))] as const)
    const scripts = globSync('web/**/*.tsx').map((file) => readFileSync(file, 'utf8'))
    const declared = new Set([
      ...sheets.flatMap(([, text]) => [...text.matchAll(/(--[a-z\d-]+)\s*:/g)].map(([, name]) => name)),
      ...scripts.flatMap((text) => [...text.matchAll(/'(--[a-z\d-]+)':/g)].map(([, name]) => name)),
      ...[...readFileSync('web/colours/_schemes.scss', 'utf8').matchAll(/^ {2}'([a-z-]+)':/gm)].map(([, name]) => `--${name}`),
      '--trigger-width', // react-aria's
    ])
    const used = sheets.flatMap(([file, text]) =>
      [...text.matchAll(/var\((--[a-z\d-]+)(?=[),])/g)].map(([, name]) => ({ file, name: name! })),
    )
    expect(used.filter(({ name }) => !declared.has(name))).toEqual([])
  })
})
