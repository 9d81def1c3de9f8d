import { describe, expect, test } from 'vitest'

import type { FormDetails } from '#contract/forms.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { workerContext } from '#server/platform/jobs.ts'
import { twoQuestions } from '#test/forms.ts'
import { openOrganisation } from '#test/organisation.ts'

import { findLiveForm, listFormChoices } from './forms.sql.ts'

describe('The forms that can be sent', () => {
  test('only a published form that is not archived can be sent (IMP-4)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Forms User')
    const make = async (title: string, isPublished: boolean) => {
      const { id } = (await ada.post('/api/forms/form', { title, draft: twoQuestions })).json<FormDetails>()
      if (isPublished) await ada.post(`/api/forms/form/${id}/publish`, { draftRevision: 1 })
      return id
    }
    const [live, draft, archived] = [await make('Waiting  list check', true), await make('Draft', false), await make('Archived', true)]
    await ada.patch(`/api/forms/form/${archived}`, { archived: true })

    await inOrganisation(ward.services.db, ward.id, async (tx) => {
      const ctx = workerContext(ward.services, ward.id, tx)
      const sendable = { id: live, title: 'Waiting  list check', type: 'general', version: 1 }
      expect(await findLiveForm(ctx, live)).toEqual({ ...sendable, description: '', definition: twoQuestions })
      expect(await findLiveForm(ctx, draft)).toBeUndefined()
      expect(await findLiveForm(ctx, archived)).toBeUndefined()
      expect(await listFormChoices(ctx)).toEqual([sendable])
    })
  })
})
