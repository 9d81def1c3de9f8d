import fc from 'fast-check'
import { expect, test } from 'vitest'

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

test('NOT-2 a text is filled in with the fields it holds, every time they occur', () => {
  expect(render('Dear ((firstName)), open ((link)) or ((link)).((specialty))', values)).toBe(
    'Dear Amira, open https://forms.example.com/f/abc or https://forms.example.com/f/abc.',
  )
})

test('NOT-2 what a patient is called is never read as a field or as a pattern', () => {
  expect(render('((firstName)) ((lastName))', { ...values, firstName: '((link))', lastName: '$&' })).toBe('((link)) $&')
})

test.each([
  ['Open ((link))', []],
  ['Open ((link)), ((nickname))', ['((nickname)) is not a field we know.']],
  ['Open ((link)), (( firstName ))', ['(( firstName )) is not a field we know.']],
  ['Open ((link)), ((constructor))', ['((constructor)) is not a field we know.']],
  ['Open ((link)), ((firstName)', ['A field is not closed: write it as ((firstName)).']],
  ['Dear ((firstName))', ['The text needs ((link)), or the patient cannot open the form.']],
  ['((link)) http://example.com/a', ['Links must start with https://, unlike http://example.com/a']],
  ['((link)) https://example.com (see below) http://localhost:3000/a', []],
])('NOT-2 the text %s is refused in words when it must be', (body, expected) => {
  expect(checkTemplateText({ body }).map(({ message }) => message)).toEqual(expected)
})

test('NOT-2 a problem says whether it is in the subject or in the body', () => {
  expect(checkTemplateText({ subject: 'For ((you))', body: '((link))' })).toEqual([
    { field: 'subject', message: '((you)) is not a field we know.' },
  ])
})

test('NOT-2 a host that only looks local is not', () => {
  expect(unsafeLinks('http://localhost.example.com ftp://example.com HTTPS://example.com')).toEqual([
    'http://localhost.example.com',
    'ftp://example.com',
  ])
})

test('NOT-2 a text of known fields leaves none of them behind', () => {
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
