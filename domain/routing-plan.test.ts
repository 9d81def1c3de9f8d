import { describe, expect, test } from 'vitest'

import { contentOf, parsePlanFields } from './routing-plan.ts'
import { sampleValues } from './template.ts'

describe('parsePlanFields', () => {
  test.each([
    ['', []],
    ['sms_body = ((body))', [{ name: 'sms_body', value: 'body', maxLength: 918 }]],
    [
      'form_link = ((link)) 200\n\n title=((formTitle)) ; ',
      [
        { name: 'form_link', value: 'link', maxLength: 200 },
        { name: 'title', value: 'formTitle', maxLength: 918 },
      ],
    ],
  ])('%j is read (NOT-4)', (text, fields) => expect(parsePlanFields(text)).toEqual({ fields }))

  test.each([
    ['link', 'Write “link” as name = ((firstName)), with a length at the end if the plan has a limit.'],
    ['a = ((nobody))', 'Unknown field ((nobody)).'],
    ['a = ((link))\na = ((body))', 'The field a is named twice.'],
    ['a = ((link)) 0', 'The length of a must be from 1 to 100,000.'],
    ['a = ((firstName))', 'The plan needs ((link)) or ((body)), or the patient cannot open the form.'],
  ])('%j is refused (NOT-4)', (text, problem) => expect(parsePlanFields(text)).toEqual({ problem }))
})

describe('contentOf', () => {
  const fields = [
    { name: 'what', value: 'specialty', maxLength: 20 },
    { name: 'sms_body', value: 'body', maxLength: 10 },
  ] as const
  const message = { subject: '', body: 'Open it', values: sampleValues() }

  test('a complete message has every field (NOT-4)', () => {
    expect(contentOf(fields, message)).toEqual({ personalisation: { what: 'General Surgery', sms_body: 'Open it' } })
  })
  test.each([
    [
      'without a value',
      { ...message, values: { ...sampleValues(), specialty: ' ' } },
      'The routing plan needs a value for what, and this message has none.',
    ],
    [
      'with a value that is too long',
      { ...message, body: 'Open it, please' },
      'The value for sms_body is longer than the 10 characters that the routing plan takes.',
    ],
  ])('a message %s says so (NOT-4)', (_name, incomplete, problem) => expect(contentOf(fields, incomplete)).toMatchObject({ problem }))
})
