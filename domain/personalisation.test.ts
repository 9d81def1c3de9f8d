import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { checkTemplateText, personalFields, render, unknownFields, unsafeLinks, type PersonalField } from './template.ts'

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
    ['Open ((link)), ((nickname))', ['((nickname)) is not a field we know.']],
    ['Open ((link)), (( firstName ))', ['(( firstName )) is not a field we know.']],
    ['Open ((link)), ((constructor))', ['((constructor)) is not a field we know.']],
    ['Open ((link)), ((firstName)', ['A field is not closed: write it as ((firstName)).']],
    ['Dear ((firstName))', ['The text needs ((link)), or the patient cannot open the form.']],
    ['((link)) http://example.com/a', ['Links must start with https://, unlike http://example.com/a']],
    ['((link)) https://example.com (see below) http://localhost:3000/a', []],
  ])('the text %s is refused with a message where it must be (NOT-2)', (body, expected) => {
    expect(checkTemplateText({ body }).map(({ message }) => message)).toEqual(expected)
  })

  test('a problem names the subject or the body (NOT-2)', () => {
    expect(checkTemplateText({ subject: 'For ((you))', body: '((link))' })).toEqual([
      { field: 'subject', message: '((you)) is not a field we know.' },
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
        // A cast: the names come from the very object whose keys the type is.
        const expected = pieces.map((part) => (part.startsWith('((') ? values[part.slice(2, -2) as PersonalField] : part)).join('')
        expect(render(text, values)).toBe(expected)
      }),
    )
  })
})
