import { describe, expect, test } from 'vitest'

import { pageLanguages } from '#domain/languages.ts'
import { letterPages } from '#domain/letter-text.ts'
import { letterCategories, notificationCategories } from '#domain/notification.ts'
import { checkTranslations, wordsFor } from '#domain/template-languages.ts'
import { checkTemplate, fillIn, samples, sampleValues, smsLength } from '#domain/template.ts'

import { defaultTemplate, defaultTemplates } from './default-templates.ts'

/** Long names for a British trust and form; the link has the length of a real one. */
const values = { ...sampleValues({ organisationName: 'Northbury University Hospitals' }), formTitle: 'Pre-assessment questionnaire' }

describe('default templates', () => {
  test.each(notificationCategories)('the SMS for %s is one fragment with a long organisation name and title (NOT-2)', (category) => {
    const { body } = fillIn(defaultTemplate('sms', category), values)
    expect(smsLength(body)).toMatchObject({ encoding: 'gsm-7', fragments: 1 })
    const welsh = fillIn(wordsFor(defaultTemplate('sms', category), 'cy'), values)
    expect(welsh.body).not.toBe(body)
    expect(smsLength(welsh.body)).toMatchObject({ encoding: 'gsm-7', fragments: 1 })
  })

  test.each(defaultTemplates)(
    '$id names the organisation, the form and the link, which a letter has below its text (NOT-1)',
    (template) => {
      expect([...checkTemplate(template), ...checkTranslations(template)]).toEqual([])
      const { body } = fillIn(template, values)
      const named = [values.organisationName, values.formTitle, ...(template.method === 'letter' ? [] : [values.link])]
      for (const value of named) expect(body).toContain(value)
    },
  )

  test.each(letterCategories)('the letter for %s fits on one page with the longest sample details (NOT-1, NOT-10)', (category) => {
    const longest = samples({ organisationName: values.organisationName, publicUrl: 'https://forms.example.nhs.uk' }).longest
    for (const language of pageLanguages)
      expect(letterPages(fillIn(wordsFor(defaultTemplate('letter', category), language), longest)), language).toBe(1)
  })

  test.each(defaultTemplates)('$id does not suggest that care depends on an answer (NOT-1)', ({ subject, body }) => {
    expect(`${subject} ${body}`).not.toMatch(/before your care|care (?:will|may) (?:stop|end)|lose your place|removed? from/i)
  })
})
