import { describe, expect, test } from 'vitest'
import writeExcel from 'write-excel-file/node'
import readExcel from 'read-excel-file/node'

import type { TranslationFileReview } from '#contract/form-translations.ts'
import type { FormDetails } from '#contract/forms.ts'
import { spreadsheet, xliff } from '#contract/route.ts'
import type { FormDefinition } from '#domain/form/definition.ts'
import { setTranslations } from '#domain/form/editing/edit-translations.ts'
import { openOrganisation } from '#test/organisation.ts'

const forms = '/api/forms/form'
const asXliff = { 'content-type': xliff }
const asSpreadsheet = { 'content-type': spreadsheet }

const english: FormDefinition = {
  questions: [
    {
      id: 'tea',
      type: 'single_select',
      title: 'Tea & "milk"?',
      required: true,
      options: [
        { value: 'a/ b', label: '<Tea>' },
        { value: 'none', label: '=1+1' },
      ],
    },
    { id: 'more', type: 'free_text', title: 'More', hint: 'Line 1\nLine 2', required: false },
  ],
}
const title = { id: 'title', source: 'Drinks', text: 'Diodydd' }
const draft = setTranslations(english, 'cy', [
  title,
  { id: 'question.more.title', source: 'Anything more?', text: 'Unrhyw beth arall?' },
  { id: 'question.tea.title', source: 'Tea & "milk"?', text: 'Te a <llaeth>?' },
])

async function openForm() {
  const ward = await openOrganisation()
  const ada = await ward.staff('Forms User')
  const form = (await ada.post(forms, { title: 'Drinks', draft })).json<FormDetails>()
  const at = (language = 'cy', id = form.id) => `${forms}/${id}/translations/${language}`
  const download = async (format: 'xliff' | 'xlsx', language?: string) => (await ada.get(`${at(language)}?format=${format}`)).rawPayload
  const review = (file: Uint8Array | string, headers: Record<string, string>, address = at()) =>
    ada.post(`${address}/review`, file, headers)
  return { ward, ada, form, at, download, review }
}

const filled = (xml: string, source: string, target: string) =>
  xml.replace(`<source>${source}</source>`, `<source>${source}</source>\n<target>${target}</target>`)

describe('GET /form/:id/translations/:language', () => {
  test('the texts are XLIFF 2.1 with their place, and a translation of an earlier English text is a note (PTN-8)', async () => {
    const { ward, form, download } = await openForm()
    const xml = (await download('xliff')).toString()

    expect(xml).toContain('<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en-GB" trgLang="cy">')
    expect(xml).toContain(`original="urn:uuid:${form.id}#draft" canResegment="no" xml:space="preserve"`)
    expect(xml).toContain('<unit id="question.tea.option.a:002f:0020b">')
    expect(xml).toContain('<note category="place">Question 1, Option text</note>')
    expect(xml).toContain('<source>Tea &amp; &quot;milk&quot;?</source>\n        <target>Te a &lt;llaeth&gt;?</target>')
    expect(xml).toContain('<note category="earlier-target">Its translation: Unrhyw beth arall?</note>')
    expect(xml).toMatch(/<source>More<\/source>\s*<\/segment>/)
    expect((await ward.auditTrail()).map(({ event_type }) => event_type)).toEqual(['formCreated', 'formRead'])
  })

  test('a spreadsheet has the texts as text, also where they look like a formula (PTN-8)', async () => {
    const { form, download } = await openForm()
    const [sheet] = await readExcel(await download('xlsx'))
    expect(sheet?.data).toEqual([
      ['ID', 'Place', 'English', 'Translation', 'Earlier English text', 'Earlier translation'],
      ['form', 'Do not change this row', `urn:uuid:${form.id}#draft`, 'cy', null, null],
      ['title', 'Title', 'Drinks', 'Diodydd', null, null],
      ['question.tea.title', 'Question 1, Question', 'Tea & "milk"?', 'Te a <llaeth>?', null, null],
      ['question.tea.option.a/ b', 'Question 1, Option text', '<Tea>', null, null, null],
      ['question.tea.option.none', 'Question 1, Option text', '=1+1', null, null, null],
      ['question.more.title', 'Question 2, Question', 'More', null, 'Anything more?', 'Unrhyw beth arall?'],
      ['question.more.hint', 'Question 2, Hint', 'Line 1\nLine 2', null, null, null],
    ])
  })

  test('a published version stays as it was, and English is no language to translate into (PTN-8)', async () => {
    const { ada, form, at } = await openForm()
    await ada.post(`${forms}/${form.id}/publish`, { draftRevision: 1 })
    await ada.patch(`${forms}/${form.id}`, { draft: english, draftRevision: 1 })
    const xml = (await ada.get(`${at()}?format=xliff&version=1`)).body
    expect(xml).toContain(`${form.id}#version-1"`)
    expect(xml).toContain('<target>Diodydd</target>')
    expect((await ada.get(`${at('en')}?format=xliff`)).statusCode).toBe(400)
    expect((await ada.get(`${at()}?format=xliff&version=2`)).statusCode).toBe(404)
  })
})

describe('POST /form/:id/translations/:language/review', () => {
  test('the file of a translator says what it would change, and changes nothing itself (PTN-8)', async () => {
    const { ada, form, download, review } = await openForm()
    const xml = (await download('xliff')).toString()
    const sent = filled(filled(xml, '&lt;Tea&gt;', '&lt;Te&gt;'), 'Line 1\nLine 2', ' Llinell 1\nLlinell 2 ').replace(
      'Diodydd',
      'Y diodydd',
    )

    const answered = (await review(sent, asXliff)).json<TranslationFileReview>()

    expect(answered).toEqual({
      version: null,
      taken: [
        { ...title, text: 'Y diodydd', before: 'Diodydd' },
        { id: 'question.tea.option.a/ b', source: '<Tea>', text: '<Te>', before: '' },
        { id: 'question.more.hint', source: 'Line 1\nLine 2', text: 'Llinell 1\nLlinell 2', before: '' },
      ],
      unchanged: 1,
      empty: 2,
      refused: [],
    })
    expect((await ada.get(`${forms}/${form.id}`)).json()).toMatchObject({ draftRevision: 1, draft })
  })

  test('an untouched file in either format changes nothing (PTN-8)', async () => {
    const { download, review } = await openForm()
    const nothing = { version: null, taken: [], unchanged: 2, empty: 4, refused: [] }
    expect((await review(await download('xliff'), asXliff)).json()).toEqual(nothing)
    expect((await review(await download('xlsx'), asSpreadsheet)).json()).toEqual(nothing)
    expect((await review(await download('xlsx'), { 'content-type': 'application/octet-stream' })).json()).toEqual(nothing)
  })

  test('a spreadsheet is taken row by row, and each row that is not taken is named with the reason (PTN-8)', async () => {
    const { ada, form, review } = await openForm()
    await ada.patch(`${forms}/${form.id}`, { title: 'Hot drinks', draftRevision: 1 })
    const rows = [
      ['Translation', 'English', 'ID'], // a translator may move the columns
      ['cy', `urn:uuid:${form.id}#version-3`, 'form'],
      ['Diodydd poeth', 'Drinks', 'title'],
      ['=HYPERLINK("x")', '=1+1', 'question.tea.option.none'],
      ['Te?', 'Tea?', 'question.coffee.title'],
      ['x'.repeat(501), 'Tea & "milk"?', 'question.tea.title'],
      ['Mwy', 'More', 'question.more.title'],
      ['Rhagor', 'More', 'question.more.title'],
      ['Llinell 1', 'Line 1 Line 2', 'question.more.hint'],
    ]
    const cells = rows.map((row) => row.map((value) => ({ value, type: String })))
    const answered = (await review(await writeExcel(cells).toBuffer(), asSpreadsheet)).json<TranslationFileReview>()
    expect(answered).toMatchObject({
      version: 3,
      taken: [
        { id: 'question.tea.option.none', text: '=HYPERLINK("x")' },
        { id: 'question.more.hint', source: 'Line 1\nLine 2' },
      ],
      refused: [
        { place: 'Row 3', source: 'Drinks', reason: 'The English text has changed since the file was made. It is now: ‘Hot drinks’' },
        { place: 'Row 5', reason: 'The form has no text with this ID.' },
        { place: 'Row 6', reason: `Question must be 500 characters or fewer: ‘${'x'.repeat(40)}…’` },
        { place: 'Row 7', reason: 'The file has this text more than once.' },
        { place: 'Row 8', reason: 'The file has this text more than once.' },
      ],
    })
  })

  test.each([
    ['of another form', (xml: string) => xml.replace(/urn:uuid:[\da-f-]{36}/, `urn:uuid:${crypto.randomUUID()}`), 'made from another form'],
    ['that names no form', (xml: string) => xml.replace('urn:uuid:', ''), 'does not name the form'],
    ['of another language', (xml: string) => xml.replace('trgLang="cy"', 'trgLang="pl"'), 'for Polish, not for Welsh'],
    ['from another language', (xml: string) => xml.replace('srcLang="en-GB"', 'srcLang="fr"'), 'from French, not from English'],
    ['with a document type', (xml: string) => xml.replace('<xliff', '<!DOCTYPE xliff [<!ENTITY a "b">]><xliff'), 'contains definitions'],
    ['with an unknown entity', (xml: string) => xml.replace('Diodydd', '&a;'), 'damaged'],
    ['that is cut', (xml: string) => xml.slice(0, -40), 'damaged'],
    ['of XLIFF 1.2', () => '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file/></xliff>', 'not an XLIFF 2 file'],
    ['with elements inside each other a thousand times', (xml: string) => xml.replace('</file>', '<a>'.repeat(1_000)), 'damaged'],
    ['in another encoding', (xml: string) => xml.replace('UTF-8', 'ISO-8859-1'), 'UTF-8'],
    ['that is empty', () => '', 'damaged'],
  ])('a file %s is refused as a whole (PTN-8)', async (_what, change, words) => {
    const { download, review } = await openForm()
    const answer = await review(change((await download('xliff')).toString()), asXliff)
    expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([400, expect.stringContaining(words)])
  })

  test('a target with placeholders is not taken, and segments that a program has split are put together (PTN-8)', async () => {
    const { download, review } = await openForm()
    const xml = filled((await download('xliff')).toString(), '&lt;Tea&gt;', 'Te <ph id="1"/>')
    const split = xml.replace(
      /<segment[^>]*>\s*<source>Line 1\nLine 2<\/source>\s*<\/segment>/,
      '<segment><source>Line 1</source><target>Llinell 1</target></segment><ignorable><source>\n</source></ignorable>' +
        '<segment><source>Line 2</source><target>Llinell 2</target></segment>',
    )
    expect((await review(split, asXliff)).json()).toMatchObject({
      taken: [{ id: 'question.more.hint', text: 'Llinell 1\nLlinell 2' }],
      refused: [
        { place: 'Question 1, Option text', source: '<Tea>', reason: 'The text contains formatting or placeholders. Use plain text.' },
      ],
    })
  })

  test.each([
    ['in its first state', 'initial'],
    ['without a state', undefined],
  ])('a target that is the English text, %s, is no translation (PTN-8)', async (_, state) => {
    const { download, review } = await openForm()
    const xml = filled(filled((await download('xliff')).toString(), 'More', 'More'), 'Line 1\nLine 2', 'Llinell 1')
    const sent = state === undefined ? xml.replaceAll(' state="initial"', '') : xml

    expect((await review(sent, asXliff)).json()).toMatchObject({
      taken: [{ id: 'question.more.hint', text: 'Llinell 1' }],
      unchanged: 2,
      empty: 3,
      refused: [],
    })
  })

  test('a target that is the English text is a translation once the translator says so, and a part of a text is none by itself (PTN-8)', async () => {
    const { download, review } = await openForm()
    const xml = filled((await download('xliff')).toString(), 'More', 'More')
    const translated = xml.replace(/<segment state="initial">(\s*<source>More<)/, '<segment state="translated">$1')
    expect((await review(translated, asXliff)).json()).toMatchObject({ taken: [{ id: 'question.more.title', text: 'More' }] })

    const half = xml.replace(
      /<segment[^>]*>\s*<source>Line 1\nLine 2<\/source>\s*<\/segment>/,
      '<segment state="translated"><source>Line 1</source><target>Llinell 1</target></segment><ignorable><source>\n</source></ignorable>' +
        '<segment state="initial"><source>Line 2</source><target>Line 2</target></segment>',
    )
    expect((await review(half, asXliff)).json()).toMatchObject({
      taken: [],
      refused: [{ reason: 'Only a part of the text is translated.' }],
    })
  })

  test('a text of which only some segments are translated is not taken, and a file with too many elements is refused (PTN-8)', async () => {
    const { download, review } = await openForm()
    const xml = (await download('xliff')).toString()
    const half = xml.replace(
      /<segment[^>]*>\s*<source>Line 1\nLine 2<\/source>\s*<\/segment>/,
      '<segment><source>Line 1</source><target>Llinell 1</target></segment><ignorable><source>\n</source></ignorable>' +
        '<segment><source>Line 2</source></segment>',
    )
    expect(half).not.toBe(xml)
    const found = (await review(half, asXliff)).json<{ taken: unknown[]; refused: { reason: string }[] }>()
    expect(found.taken).toEqual([])
    expect(found.refused).toMatchObject([{ reason: 'Only a part of the text is translated.' }])
    const long = xml.replace('</file>', `${'<note/>'.repeat(400_000)}</file>`)
    expect((await review(long, asXliff)).json()).toMatchObject({ detail: 'The file has too many elements.' })
  })

  test('a spreadsheet without the headings is refused, and so is a damaged one (PTN-8)', async () => {
    const { download, review } = await openForm()
    const other = await writeExcel([[{ value: 'Name', type: String }]]).toBuffer()
    expect((await review(other, asSpreadsheet)).json()).toMatchObject({
      detail: 'The first row must have the headings ID, English and Translation.',
    })
    expect((await review((await download('xlsx')).subarray(0, 900), asSpreadsheet)).statusCode).toBe(400)
  })

  test('only who may edit forms of the organisation can have a file read (PTN-8, ACC-1)', async () => {
    const { ward, at, download } = await openForm()
    const file = await download('xliff')
    const stranger = await (await openOrganisation()).staff('Forms User')
    const reader = await ward.staff('User')
    expect((await stranger.post(`${at()}/review`, file, asXliff)).statusCode).toBe(404)
    expect((await stranger.get(`${at()}?format=xliff`)).statusCode).toBe(404)
    expect((await reader.post(`${at()}/review`, file, asXliff)).statusCode).toBe(401)
  })
})

describe('PATCH /form/:id', () => {
  test('a draft of 300 questions is saved with its translations into five languages (PTN-8, FORM-3)', async () => {
    const { ada, form } = await openForm()
    const options = Array.from({ length: 6 }, (_, at) => ({ value: String(at), label: `One of the answers, number ${at}` }))
    const questions = Array.from({ length: 300 }, (_, at) => ({ ...english.questions[0]!, id: `q${at}`, options }))
    const inEach = questions.flatMap(({ id }) =>
      options.map(({ value, label }) => [`question.${id}.option.${value}`, { source: label, text: label }]),
    )
    const texts = Object.fromEntries(inEach) as Record<string, { source: string; text: string }>
    const large: FormDefinition = { questions, translations: { cy: texts, pl: texts, ur: texts, ar: texts, fr: texts } }
    expect(JSON.stringify(large).length).toBeGreaterThan(1024 * 1024)
    expect((await ada.patch(`${forms}/${form.id}`, { draft: large, draftRevision: 1 })).statusCode).toBe(200)
  })
})
