import { describe, expect, test } from 'vitest'

import type { FormDetails } from '#contract/forms.ts'
import { templates } from '#domain/form/library/templates.ts'

import { beginningOf } from './start.ts'

const original: FormDetails = {
  id: 'f0000000-0000-4000-8000-000000000001',
  title: 'Sexual health check',
  description: 'Before your visit',
  type: 'review',
  version: 2,
  publishedAt: '2026-02-03T04:05:06.000Z',
  isArchived: false,
  questionCount: 1,
  isChanged: false,
  editedBy: null,
  editedAt: '2026-02-03T04:05:06.000Z',
  requestCount: 0,
  createdAt: '2026-02-03T04:05:06.000Z',
  updatedAt: '2026-02-03T04:05:06.000Z',
  draft: { questions: [{ id: 'why', type: 'free_text', title: 'Why do you come?', required: true }] },
  draftRevision: 4,
  pepCode: 'CLINIC-7',
  pepPlace: null,
  isSensitive: true,
  reminders: null,
}

describe('beginningOf', () => {
  test('a copy of a sensitive form is sensitive, and takes neither the PEP code nor the reminders (FORM-10, PEP-3)', () => {
    const { title: _, ...rest } = beginningOf('copy', original)
    const { description, type, draft } = original

    expect(rest).toEqual({ description, type, isSensitive: true, draft })
  })

  test('a template starts no sensitive form (FORM-10)', () => {
    expect(beginningOf(templates[0].id, undefined)).not.toHaveProperty('isSensitive')
  })
})
