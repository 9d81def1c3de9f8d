import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { formLimits, type QuestionOption } from '#domain/form/question.ts'

import { optionsAsText, optionTextChanges, readOptions } from './options-as-text.ts'

const optionsOf = (...labels: string[]): QuestionOption[] => labels.map((label, at) => ({ value: `v${at}`, label }))

function read(options: readonly QuestionOption[], text: string) {
  let count = 0
  return readOptions(options, text, () => `new${++count}`)
}
/** Each option as `value label points`. */
const shown = (options: readonly QuestionOption[], text: string) =>
  read(options, text).options.map(({ value, label, points }) => [value, label, points].filter((part) => part !== undefined).join(' '))

describe('readOptions: which option a line is', () => {
  const options = optionsOf('Never', 'Sometimes', 'Often', 'Always')

  test.each([
    ['the same text in another order', 'Always\nOften\nSometimes\nNever', ['v3 Always', 'v2 Often', 'v1 Sometimes', 'v0 Never']],
    ['an added line', 'Never\nRarely\nSometimes\nOften\nAlways', ['v0 Never', 'new1 Rarely', 'v1 Sometimes', 'v2 Often', 'v3 Always']],
    ['a removed line', 'Never\nOften\nAlways', ['v0 Never', 'v2 Often', 'v3 Always']],
    [
      'another text between unchanged ones',
      'Never\nFrom time to time\nOften\nAlways',
      ['v0 Never', 'v1 From time to time', 'v2 Often', 'v3 Always'],
    ],
    ['another text at the start', 'Not at all\nSometimes\nOften\nAlways', ['v0 Not at all', 'v1 Sometimes', 'v2 Often', 'v3 Always']],
    ['another text at the end', 'Never\nSometimes\nOften\nEvery day', ['v0 Never', 'v1 Sometimes', 'v2 Often', 'v3 Every day']],
    ['other capital letters and spaces', ' never\nSOMETIMES\nOften\nAlways', ['v0 never', 'v1 SOMETIMES', 'v2 Often', 'v3 Always']],
    ['other capital letters in another order', 'ALWAYS\nnever\nSometimes\nOften', ['v3 ALWAYS', 'v0 never', 'v1 Sometimes', 'v2 Often']],
    [
      'similar texts of the opposite meaning',
      'Never\nNot sometimes\nNot often\nAlways',
      ['v0 Never', 'new1 Not sometimes', 'new2 Not often', 'v3 Always'],
    ],
    ['one line in place of two', 'Never\nRarely\nAlways', ['v0 Never', 'new1 Rarely', 'v3 Always']],
    ['two other texts in place of two', 'Never\nWeekly\nDaily\nAlways', ['v0 Never', 'new1 Weekly', 'new2 Daily', 'v3 Always']],
    ['another list', 'Red\nGreen\nBlue\nBlack', ['new1 Red', 'new2 Green', 'new3 Blue', 'new4 Black']],
    ['another text and another order', 'Always\nNow and then\nOften\nNever', ['v3 Always', 'new1 Now and then', 'v2 Often', 'v0 Never']],
  ])('%s (FORM-3)', (_, text, expected) => {
    expect(shown(options, text)).toEqual(expected)
  })

  test('the only option is not another one with a different text (FORM-3)', () => {
    expect(shown(optionsOf('Tea'), 'Coffee')).toEqual(['new1 Coffee'])
    expect(shown(optionsOf('Likely'), 'Unlikely')).toEqual(['new1 Unlikely'])
  })

  test('everything else about an option stays with it (FORM-3)', () => {
    const none: QuestionOption = { value: 'n', label: 'None of\nthese', isNone: true, points: 0, system: 'http://loinc.org' }
    const options = [...optionsOf('Tea', 'Cake'), none]
    expect(read(options, 'None of these\nTea\nCake').options).toEqual([none, ...options.slice(0, 2)])
    expect(read(options, 'Tea\nCake\nNothing').options).toEqual(options.with(2, { ...none, label: 'Nothing' }))
  })

  const label = fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...'abcdefghij ') }).filter((text) => text.trim() !== '')
  const labels = (by: { minLength: number }) =>
    fc.uniqueArray(
      label.map((text) => text.replace(/\s+/g, ' ').trim()),
      { ...by, maxLength: 12 },
    )

  test('text that was not changed changes nothing, and a new order keeps every option (FORM-3)', () => {
    fc.assert(
      fc.property(
        labels({ minLength: 1 }),
        fc.infiniteStream(fc.option(fc.integer({ min: -5, max: 9 }), { nil: undefined })),
        (names, points) => {
          const options = optionsOf(...names).map((option) => {
            const given = points.next().value
            return { ...option, ...(given !== undefined && { points: given }) }
          })
          expect(read(options, optionsAsText(options))).toEqual({ options, problems: [] })
          const turned = options.toReversed()
          expect(read(options, optionsAsText(turned)).options).toEqual(turned)
        },
      ),
    )
  })

  test('no value is given twice, and no option that still has its text gets another value (FORM-3)', () => {
    fc.assert(
      fc.property(labels({ minLength: 1 }), labels({ minLength: 1 }), (before, after) => {
        const options = optionsOf(...before)
        const result = read(options, after.join('\n')).options
        expect(result.map((option) => option.label)).toEqual(after)
        expect(new Set(result.map(({ value }) => value)).size).toBe(result.length)
        for (const option of options)
          if (after.includes(option.label)) expect(result.find(({ value }) => value === option.value)?.label).toBe(option.label)
      }),
    )
  })

  test('one edited line keeps its option, whatever the text (FORM-3)', () => {
    fc.assert(
      fc.property(labels({ minLength: 2 }), fc.nat(), label, (names, place, text) => {
        const options = optionsOf(...names)
        const at = place % options.length
        const edited = text.replace(/\s+/g, ' ').trim()
        fc.pre(!names.includes(edited))
        expect(read(options, names.with(at, edited).join('\n')).options).toEqual(options.with(at, { ...options[at]!, label: edited }))
      }),
    )
  })

  test('added and removed lines leave all other options as they are (FORM-3)', () => {
    fc.assert(
      fc.property(labels({ minLength: 2 }), fc.nat(), fc.nat(), (names, out, into) => {
        const options = optionsOf(...names)
        const without = options.toSpliced(out % options.length, 1)
        const place = into % (without.length + 1)
        expect(read(options, optionsAsText(without)).options).toEqual(without)
        const added = { value: 'new1', label: 'Something else' }
        expect(read(without, optionsAsText(without.toSpliced(place, 0, added))).options).toEqual(without.toSpliced(place, 0, added))
      }),
    )
  })
})

describe('readOptions: points and lists from elsewhere', () => {
  test('points stand after a tab, and a line without points keeps those of its option (FORM-7)', () => {
    const options = optionsOf('Never', 'Often').map((option, points) => ({ ...option, points }))

    expect(optionsAsText(options)).toBe('Never\t0\nOften\t1')
    expect(shown(options, 'Never\t\nOften\t-2.5\nAlways\t3\r\n')).toEqual(['v0 Never 0', 'v1 Often -2.5', 'new1 Always 3'])
  })

  test('bullets and numbers of a list from a document are removed, unless an option begins so (FORM-3)', () => {
    expect(shown(optionsOf('Tea', ''), 'Tea\n- Coffee\n2. Water\n• 1.5 litres')).toEqual([
      'v0 Tea',
      'new1 Coffee',
      'new2 Water',
      'new3 1.5 litres',
    ])
    expect(shown(optionsOf('1. Low', '2. High'), '1. Low\n2. Higher')).toEqual(['v0 1. Low', 'v1 2. Higher'])
    expect(shown(optionsOf('Tea'), 'Tea\n- Coffee\nWater')).toEqual(['v0 Tea', 'new1 - Coffee', 'new2 Water'])
  })

  test('1,000 options are read, and one more is refused (FORM-3)', () => {
    const text = (count: number) => Array.from({ length: count }, (_, at) => `Clinic ${at}`).join('\n')
    expect(read([], text(formLimits.options))).toMatchObject({ problems: [] })
    expect(read([], text(formLimits.options + 1)).problems).toEqual([{ kind: 'tooMany', count: formLimits.options + 1 }])
  })

  test('an option of 500 characters is read, and a longer one is refused (FORM-3)', () => {
    const label = 'x'.repeat(formLimits.optionLabel)
    expect(read([], `Tea\n${label}`).problems).toEqual([])
    expect(read([], `Tea\n${label}x`).problems).toEqual([{ kind: 'tooLong', line: 2, label: `${label}x` }])
  })

  test.each([
    ['', [{ kind: 'noOptions' }]],
    ['\n \t\n', [{ kind: 'noOptions' }]],
    ['\n\nTea\nCoffee\n\n', []],
    [
      'Tea\n\nCoffee\n\t4',
      [
        { kind: 'emptyLine', line: 2 },
        { kind: 'emptyLine', line: 4 },
      ],
    ],
    ['Tea\nCoffee\n tea ', [{ kind: 'duplicate', line: 3, firstLine: 1, label: 'tea' }]],
    ['Tea\t1\tHot', [{ kind: 'tooManyColumns', line: 1 }]],
    ['Tea\t1\t\t', []],
    ['Tea\t1,5', [{ kind: 'notPoints', line: 1, text: '1,5' }]],
  ])('the problems of %j are named with their lines (FORM-3)', (text, problems) => {
    expect(read([], text).problems).toEqual(problems)
  })
})

describe('optionTextChanges', () => {
  test('names what is added, renamed and removed (FORM-3)', () => {
    const options = optionsOf('Never', 'Often', '', 'Always')
    const after = read(options, 'Never\nRarely\nSometimes\nEvery day').options
    expect(optionTextChanges(options, after)).toEqual({
      added: after.slice(1),
      renamed: [],
      removed: options.slice(1),
    })
    expect(optionTextChanges(options, options.with(1, { value: 'v1', label: 'Frequently' })).renamed).toEqual([
      { value: 'v1', before: 'Often', after: 'Frequently' },
    ])
  })
})
