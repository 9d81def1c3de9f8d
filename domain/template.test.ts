import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { checkTemplateText, type PersonalField, personalFields, render, smsLength, unknownFields, unsafeLinks } from './template.ts'

const values = {
  firstName: 'Amira',
  lastName: 'Khan',
  fullName: 'Amira Khan',
  organisationName: 'Riverside',
  formTitle: 'Waiting list check',
  link: 'https://forms.example.com/f/abc',
  expiryDate: '28-Nov-2026',
  specialty: '',
}

describe('render', () => {
  test('replaces every occurrence of each field (NOT-2)', () => {
    expect(render('Dear ((firstName)), open ((link)) or ((link)).((specialty))', values)).toBe(
      'Dear Amira, open https://forms.example.com/f/abc or https://forms.example.com/f/abc.',
    )
  })

  test("never reads a patient's name as a field or a pattern (NOT-2)", () => {
    expect(render('((firstName)) ((lastName))', { ...values, firstName: '((link))', lastName: '$&' })).toBe('((link)) $&')
  })
})

describe('checkTemplateText', () => {
  test.each([
    ['Open ((link))', []],
    ['Open ((link)), ((nickname))', ['Unknown field ((nickname)).']],
    ['Open ((link)), (( firstName ))', ['Unknown field (( firstName )).']],
    ['Open ((link)), ((constructor))', ['Unknown field ((constructor)).']],
    ['Open ((link)), ((firstName)', ['A field is not closed: write it as ((firstName)).']],
    ['Dear ((firstName))', ['The text needs ((link)), or the patient cannot open the form.']],
    ['((link)) http://example.com/a', ['Links must start with https://, unlike http://example.com/a']],
    ['((link)) https://example.com (see below) http://localhost:3000/a', []],
  ])('the text %s is refused with a message where it must be (NOT-2)', (body, expected) => {
    expect(checkTemplateText({ method: 'sms', subject: '', body }).map(({ message }) => message)).toEqual(expected)
  })

  test('a problem names the subject or the body (NOT-2)', () => {
    expect(checkTemplateText({ method: 'email', subject: 'For ((you))', body: '((link))' })).toEqual([
      { field: 'subject', message: 'Unknown field ((you)).' },
    ])
  })
})

describe('unsafeLinks', () => {
  test('a host name that only begins like a local one is refused (NOT-2)', () => {
    expect(unsafeLinks('http://localhost.example.com ftp://example.com HTTPS://example.com')).toEqual([
      'http://localhost.example.com',
      'ftp://example.com',
    ])
  })
})

describe('render for any text', () => {
  test('leaves none of the known fields unreplaced (NOT-2)', () => {
    const piece = fc.oneof(
      fc.constantFrom(...Object.keys(personalFields)).map((name) => `((${name}))`),
      fc.string().filter((text) => !/[()]/.test(text)),
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('')
        expect(unknownFields(text)).toEqual([])
        // A cast: the names are the keys of personalFields.
        const expected = pieces.map((part) => (part.startsWith('((') ? values[part.slice(2, -2) as PersonalField] : part)).join('')
        expect(render(text, values)).toBe(expected)
      }),
    )
  })
})

describe('smsLength', () => {
  test.each([
    ['', 'gsm-7', 0, 1],
    ['a'.repeat(160), 'gsm-7', 160, 1],
    ['a'.repeat(161), 'gsm-7', 161, 2],
    ['a'.repeat(306), 'gsm-7', 306, 2],
    ['a'.repeat(307), 'gsm-7', 307, 3],
    ['a'.repeat(459), 'gsm-7', 459, 3],
    ['a'.repeat(918), 'gsm-7', 918, 6],
    ['€'.repeat(80), 'gsm-7', 160, 1],
    ['[]{}^\\|~€', 'gsm-7', 18, 1],
    ['é£à\n', 'gsm-7', 4, 1],
    ['ŵ'.repeat(70), 'ucs-2', 70, 1],
    ['ŵ'.repeat(71), 'ucs-2', 71, 2],
    ['ŵ'.repeat(134), 'ucs-2', 134, 2],
    ['ŵ'.repeat(135), 'ucs-2', 135, 3],
    ['😀', 'ucs-2', 2, 1],
  ])('counts a message as the network does (%#) (NOT-2)', (text, encoding, length, fragments) => {
    expect(smsLength(text)).toEqual({ encoding, length, fragments, isTooLong: false })
  })

  test('a message of more than 918 characters is too long (NOT-2)', () => {
    expect(smsLength('a'.repeat(919)).isTooLong).toBe(true)
    expect(smsLength('a'.repeat(917) + '€').isTooLong).toBe(true)
  })

  test('a longer message never has fewer fragments (NOT-2)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.string({ unit: 'grapheme' }), (text, more) => {
        expect(smsLength(text + more).fragments).toBeGreaterThanOrEqual(smsLength(text).fragments)
      }),
    )
  })
})
