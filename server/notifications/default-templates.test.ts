import { describe, expect, test } from 'vitest'

import { notificationCategories } from '#domain/notification.ts'
import { checkTemplate, fillIn, sampleValues, smsLength } from '#domain/template.ts'

import { defaultTemplate, defaultTemplates } from './default-templates.ts'

/** Long names for a British trust and form; the link has the length of a real one. */
const values = { ...sampleValues('Northbury University Hospitals'), formTitle: 'Pre-assessment questionnaire' }

describe('default templates', () => {
  test.each(notificationCategories)('the SMS for %s is one fragment with a long organisation name and title (NOT-2)', (category) => {
    const { body } = fillIn(defaultTemplate('sms', category), values)
    expect(smsLength(body)).toMatchObject({ encoding: 'gsm-7', fragments: 1 })
  })

  test.each(defaultTemplates)('$id names the organisation, the form and the link (NOT-1)', (template) => {
    expect(checkTemplate(template)).toEqual([])
    const { body } = fillIn(template, values)
    for (const value of [values.organisationName, values.formTitle, values.link]) expect(body).toContain(value)
  })

  test.each(defaultTemplates)('$id does not suggest that care depends on an answer (NOT-1)', ({ subject, body }) => {
    expect(`${subject} ${body}`).not.toMatch(/before your care|care (?:will|may) (?:stop|end)|lose your place|removed? from/i)
  })
})
