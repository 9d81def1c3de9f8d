import { finished } from 'node:stream/promises'
import { inflateSync } from 'node:zlib'

import PdfKit from 'pdfkit'
import { describe, expect, test } from 'vitest'

import { ownNameOf, translationLanguages } from '#domain/languages.ts'
import { isPrintable } from '#domain/printable.ts'
import { readPdf } from '#test/pdf.ts'

import type { PdfBlock, PdfDocument } from './document.ts'
import { openTypeface, type Typeface } from './fonts.ts'
import { makePdf } from './make-pdf.ts'
import { linesOf } from './layout/lines.ts'
import { inVisualOrder, isRightToLeft, orderOf } from './layout/script.ts'
import { pdfOptions, writePdf } from './write-pdf.ts'

const running = { left: ['Riverside Trust', 'Waiting list check'], right: ['Draft'] }
const documentOf = (blocks: PdfBlock[]): PdfDocument => ({
  language: 'en-GB',
  title: 'Waiting list check',
  running,
  foot: 'Printed today',
  pageNumber: 'Page {page} of {pages}',
  blocks,
})

async function written(blocks: PdfBlock[]) {
  const pieces: Uint8Array[] = []
  await finished(writePdf(documentOf(blocks), (piece) => pieces.push(piece)))
  const bytes = Buffer.concat(pieces)
  return { bytes, ...(await readPdf(bytes)) }
}

const paragraph = (text: string): PdfBlock => ({ kind: 'text', text })

/** What the pages say instead of their letters, as their own bytes have it: the reader above knows nothing of it. */
function actualTexts(bytes: Buffer) {
  const streams = [...bytes.toString('latin1').matchAll(/\/FlateDecode\n?>>\nstream\n/g)].map(({ index, 0: head }) =>
    inflated(bytes.subarray(index + head.length)),
  )
  return streams
    .flatMap((stream) => [...stream.matchAll(/\/ActualText \(((?:\\[^]|[^\\)])*)\)/g)])
    .map(([, literal = '']) =>
      utf16(literal.replace(/\\([^])/g, (_, sign: string) => ({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' })[sign] ?? sign)),
    )
}
function inflated(bytes: Buffer) {
  try {
    return inflateSync(bytes).toString('latin1')
  } catch {
    return ''
  }
}
const utf16 = (text: string) => (text.startsWith('\xfe\xff') ? Buffer.from(text.slice(2), 'latin1').swap16().toString('utf16le') : text)

const flat = (text: string) => text.replace(/\s+/g, '')

/** The signal of a client that stays. */
const open = new AbortController().signal

describe('writePdf', () => {
  test('a PDF is tagged in reading order, has its title and language, and keeps repeated headers and footers out of the reading order (FORM-5)', async () => {
    const { bytes, title, language, marks, parts, artifacts, pages } = await written([
      { kind: 'heading', level: 1, text: 'Waiting list check' },
      { kind: 'facts', facts: [{ name: 'Form', value: 'Version 3' }] },
      { kind: 'heading', level: 2, text: 'Smoking' },
      { kind: 'heading', level: 3, text: '1. Do you smoke?' },
      { kind: 'list', mark: 'circle', items: ['Yes', 'No'] },
      { kind: 'space', space: { kind: 'lines', count: 3, alt: 'Space for your answer: 3 lines' } },
      { kind: 'list', mark: 'bullet', items: ['Thoughts of self-harm'] },
    ])

    expect({ title, language, pages }).toEqual({ title: 'Waiting list check', language: 'en-GB', pages: 1 })
    expect(marks).toMatchObject({ Marked: true, Suspects: false })
    expect(bytes.toString('latin1')).toContain('<pdfuaid:part>1</pdfuaid:part>')
    expect(parts).toEqual([
      { tag: 'H1', text: 'Waiting list check' },
      { tag: 'TH', text: 'Form' },
      { tag: 'TD', text: 'Version 3' },
      { tag: 'H2', text: 'Smoking' },
      { tag: 'H3', text: '1. Do you smoke?' },
      { tag: 'LBody', text: 'Yes' },
      { tag: 'LBody', text: 'No' },
      { tag: 'Figure', text: '', alt: 'Space for your answer: 3 lines' },
      { tag: 'Lbl', text: '•' },
      { tag: 'LBody', text: 'Thoughts of self-harm' },
    ])
    expect(flat(artifacts.join())).toBe(flat('Riverside Trust Waiting list check Draft Printed today Page 1 of 1'))
  })

  test.each([
    ['one word of four thousand letters', 'Wq'.repeat(2_000)],
    ['many lines', 'It hurts.\n'.repeat(400).trim()],
    ['figures, signs and letters of Europe', '3 × 5 ½ tablets @ 20 °C – “Łódź”, Ωμέγα, Привет, naïve ﬁ e\u0301'],
    ['faces', 'I feel 😀 today'],
  ])('every character of an answer is printed: %s (FORM-5)', async (_, text) => {
    const { parts, pages } = await written([paragraph(text)])

    expect(flat(parts.map((part) => part.text).join('')).normalize('NFKC')).toBe(flat(text).normalize('NFKC'))
    expect(pages).toBeLessThan(12)
  })

  test.each([
    ['Hebrew in English', 'I say שלום (עולם) to you', 'שלום (עולם) '],
    ['Arabic, with a number', 'مرحبا 123 بالعالم', 'مرحبا بالعالم '],
    ['Hindi, whose letters change places', 'हिन्दी', 'हिन्दी '],
    ['letters no font has', 'I am 中文名 here', '中文名 '],
    ['a family, a flag and a bell', '👩‍👩‍👧 🇬🇧 \u0007', '👩‍👩‍👧 🇬🇧 \u0007 '],
  ])('text that is printed mirrored or as boxes keeps its original characters for screen readers: %s (FORM-5)', async (_, text, said) => {
    const { bytes } = await written([paragraph(text)])

    expect(actualTexts(bytes).join('')).toContain(said)
  })
})

/** The runs of a line from left to right, with the letters of each as a font is given them. */
const seen = (text: string) =>
  orderOf(text)
    .runsOf(0, text.length)
    .flatMap((run) => (isRightToLeft(run) ? inVisualOrder(text.slice(run.start, run.end)) : [text.slice(run.start, run.end)]))
const wordsSeen = (text: string) => seen(text).flatMap((letters) => letters.split(' ').filter((word) => word !== ''))

describe('text that is read from right to left', () => {
  test.each([
    ['words of English around Hebrew', 'I say אב גד 12 הו to you', false, ['I', 'say', 'הו', '12', 'גד', 'אב', 'to', 'you']],
    ['a Hebrew line with English in it', 'אב go home גד', true, ['גד', 'go', 'home', 'אב']],
    ['figures at the end of a Hebrew line', 'אב 12', true, ['12', 'אב']],
    ['a word in both scripts, whose Hebrew half stands behind the next word', 'xאב גד', false, ['x', 'גד', 'אב']],
    ['brackets around Hebrew in an English line', 'a (אב) b', false, ['a', '(', 'אב', ')', 'b']],
    ['a Hebrew word with figures and a comma', 'אב12.5,', true, [',', '12.5', 'אב']],
    ['an Arabic word with a dose', '\u0627-1.5kg,', true, [',', '1.5kg', '-', '\u0627']],
    ['an Arabic line with Arabic figures', 'مرحبا ١٢٣ بالعالم', true, ['بالعالم', '١٢٣', 'مرحبا']],
    ['an English name isolated in a Hebrew line', 'אב \u2068Ann Lee\u2069 גד', true, ['גד', 'Ann', 'Lee', 'אב']],
  ])('is printed in the order of its scripts: %s (FORM-5)', (_, text, fromRight, expected) => {
    expect(orderOf(text).isFromRight).toBe(fromRight)
    expect(
      wordsSeen(text)
        .map((word) => word.replace(/[\u2068\u2069]/g, ''))
        .filter(Boolean),
    ).toEqual(expected)
  })

  test('has its brackets mirrored, and its letters are left to the font (FORM-5)', () => {
    expect(inVisualOrder('(שלום)')).toEqual(['(', 'שלום', ')'])
  })
})

describe('isPrintable', () => {
  test('says of the name of each language in itself whether the fonts have its letters (PTN-8, FORM-5)', () => {
    const fonts = openTypeface(new PdfKit(pdfOptions('Names', 'en-GB')))
    const hasLetters = (text: string) =>
      [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].every(({ segment }) => fonts.fontFor(segment, true))
    const names = translationLanguages.map(ownNameOf)

    expect(names.filter(isPrintable)).toEqual(names.filter(hasLetters))
    // Patients who read these languages get their PDF in English.
    const notPrintable = translationLanguages.filter((language) => !isPrintable(ownNameOf(language)))
    expect(notPrintable).toEqual(['am', 'bn', 'gu', 'ml', 'pa', 'si', 'ta', 'te', 'ti', 'zh'])
  })
})

/** A font of letters that are all one point wide. */
const typeface: Typeface = { widthOf: (text) => [...text].length, fontFor: () => 'regular' }
const style = { size: 1, colour: '#000000' }
const wrapped = (text: string, width: number) =>
  linesOf(text, width, style, typeface).map(({ letters }) =>
    letters.flatMap(({ actual, pieces }) => actual ?? pieces.map((piece) => piece.text)).join(''),
  )

describe('linesOf', () => {
  test.each([
    [
      'a long address breaks behind its slashes',
      'See https://example.org/waiting-list/check?id=12 now',
      20,
      ['See https://', 'example.org/waiting-', 'list/check?id=12 now '],
    ],
    ['a hyphen is a place to break', 'follow-up co-operative', 14, ['follow-up co-', 'operative ']],
    ['a date and a no-break space are not', 'on 12/03/2026 at 9\u00a0am', 11, ['on ', '12/03/2026 ', 'at 9\u00a0am ']],
    ['Chinese breaks between its characters, never before a full stop', '我喜欢中文名字。好', 7, ['我喜欢中文名', '字。好 ']],
    ['Thai is cut where the line ends', 'สวัสดีครับยินดีต้อนรับ', 12, undefined],
  ])('%s (FORM-5)', (_, text, width, expected) => {
    const lines = wrapped(text, width)

    if (expected) expect(lines).toEqual(expected)
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
    for (const line of lines) expect([...line.trimEnd()].length).toBeLessThanOrEqual(width)
  })

  test('the letters of a line with two directions are next to each other, from the edge where its paragraph starts (FORM-5)', () => {
    const [line] = linesOf('אב go גד', 20, style, typeface)
    const places = line!.letters.map(({ x, pieces }) => pieces.map((piece) => [piece.text.trim(), x + piece.x]))

    expect(places).toEqual([[['אב', 18]], [['go', 15]], [['גד', 12]]])
    expect(
      linesOf('xאב גד', 20, style, typeface)[0]?.letters.map(({ x, pieces }) => pieces.map((piece) => [piece.text, x + piece.x])),
    ).toEqual([
      [
        ['x', 0],
        ['אב', 4],
      ],
      [['גד', 1]],
    ])
  })
})

describe('writePdf with long documents, and several at once', () => {
  test('a heading stays with the block after it, and every page has its number and the total (FORM-5)', async () => {
    const question = (at: number): PdfBlock[] => [
      { kind: 'heading', level: 3, text: `${at}. How was it?` },
      { kind: 'space', space: { kind: 'lines', count: 6, alt: 'Space' } },
    ]
    const { artifacts, pages, parts } = await written(Array.from({ length: 20 }, (_, at) => question(at + 1)).flat())

    expect(pages).toBe(7)
    expect(artifacts.map((text) => /Page (\d) of (\d)/.exec(text.replace(/\s+/g, ' '))?.slice(1))).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((page) => [String(page), '7']),
    )
    expect(parts.map(({ tag }) => tag)).toEqual(Array.from({ length: 20 }, () => ['H3', 'Figure']).flat())
  })

  test('a form of 300 questions and a list of 1,000 options is written in another thread, so the server continues meanwhile (FORM-5)', async () => {
    const questions = Array.from({ length: 300 }, (_, at): PdfBlock[] => [
      { kind: 'heading', level: 3, text: `${at + 1}. How was it?` },
      paragraph('The pain came back after the walk and went again. '.repeat(5)),
    ])
    const options: PdfBlock = { kind: 'list', mark: 'circle', items: Array.from({ length: 1_000 }, (_, at) => `Ward ${at + 1}`) }
    const before = performance.eventLoopUtilization()
    const pieces: Uint8Array[] = []
    for await (const piece of makePdf(documentOf([...questions.flat(), options]), open)) pieces.push(piece)
    const { utilization } = performance.eventLoopUtilization(before)

    expect(utilization).toBeLessThan(0.5)
    const { parts } = await readPdf(Buffer.concat(pieces))
    expect(parts.filter(({ tag }) => tag === 'H3')).toHaveLength(300)
    expect(parts.at(-1)).toEqual({ tag: 'LBody', text: 'Ward 1000' })
  })

  test('a document that cannot be written fails for its requester, and the next is written (FORM-5)', async () => {
    const wrong = [{ kind: 'heading', level: 9, text: 'Nowhere' }] as unknown as PdfBlock[] // no such heading, which the types would not let pass
    const all = async (blocks: PdfBlock[]) => {
      let size = 0
      for await (const piece of makePdf(documentOf(blocks), open)) size += piece.length
      return size
    }

    await Promise.all([1, 2, 3].map(() => expect(all(wrong)).rejects.toThrow()))
    expect(await all([paragraph('Sound')])).toBeGreaterThan(1_000)
  })

  test('a client that stops reading does not delay the others (FORM-5)', async () => {
    const [slow, slower] = [makePdf(documentOf([paragraph('One')]), open), makePdf(documentOf([paragraph('Two')]), open)]
    await Promise.all([slow.next(), slower.next()])

    expect((await makePdf(documentOf([paragraph('Three')]), open).next()).value).toBeInstanceOf(Uint8Array)

    await Promise.all([slow.return(undefined), slower.return(undefined)])
  })
})

describe('a client that has gone away', () => {
  const many = documentOf(Array.from({ length: 1_500 }, () => paragraph('The pain came back after the walk and went again. '.repeat(80))))

  test('stops the files being made for it and frees its places in the queue (FORM-5)', async () => {
    const gone = new AbortController()
    const left = [1, 2, 3, 4].map(() => makePdf(many, gone.signal).next())
    const next = makePdf(documentOf([paragraph('Next')]), open).next()
    const begun = performance.now()
    setTimeout(() => gone.abort(), 50)

    expect(await Promise.all(left)).toEqual([1, 2, 3, 4].map(() => ({ done: true, value: undefined })))
    expect((await next).value).toBeInstanceOf(Uint8Array)
    // Each of the four takes longer than this by itself.
    expect(performance.now() - begun).toBeLessThan(5_000)
  })

  test('has no file made when it left before its turn (FORM-5)', async () => {
    expect(await makePdf(many, AbortSignal.abort()).next()).toEqual({ done: true, value: undefined })
  })
})

describe('writePdf with hostile text', () => {
  test('hostile text is laid out without delay and without empty pages (FORM-5)', async () => {
    const begun = performance.now()
    expect(inVisualOrder(`\u0627${'.'.repeat(40_000)}`)).toHaveLength(40_001)
    expect(seen(`\u0627${'.'.repeat(40_000)}`)).toHaveLength(40_001)
    expect(performance.now() - begun).toBeLessThan(1_000)
    const { pages, parts } = await written([paragraph(`Above${'\n'.repeat(4_000)}below`)])
    expect([pages, parts]).toEqual([1, [{ tag: 'P', text: 'Above\nbelow' }]])
  })
})
