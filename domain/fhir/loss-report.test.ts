import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { problemsOf } from '#test/fhir/check-resource.ts'
import { randomQuestionnaire } from '#test/fhir/random-questionnaire.ts'
import { unnamedDifferences } from '#test/fhir/unnamed-differences.ts'

import { fromQuestionnaire } from './import/from-questionnaire.ts'
import { readDocument } from './import/read-document.ts'
import { toQuestionnaire } from './to-questionnaire.ts'

function throughFormward(original: object) {
  const document = readDocument(JSON.stringify(original))
  const result = 'refusal' in document ? document : fromQuestionnaire(document.questionnaire)
  if ('refusal' in result) return result
  const exported = result.forms.map(({ title, description, type, definition }) =>
    toQuestionnaire({
      id: '0b7d0f9e-6a52-4b0c-9a64-0d1f5a3f7a11',
      version: 1,
      isLive: true,
      title,
      description,
      type,
      publishedAt: '2026-02-03T04:05:06.000Z',
      definition,
    }),
  )
  return { ...result, exported: JSON.parse(JSON.stringify(exported)) as Record<string, unknown>[] }
}

describe('the report of an import', () => {
  test('names every difference between a questionnaire of another system and its export (FORM-9)', () => {
    fc.assert(
      fc.property(randomQuestionnaire, (original) => {
        const result = throughFormward(original)
        if ('refusal' in result) throw new Error(result.refusal)

        expect(unnamedDifferences(original, result.exported, result.report)).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  test('what is left of a questionnaire of another system is exported as valid FHIR R4 (FORM-9, INT-5)', () => {
    fc.assert(
      fc.property(randomQuestionnaire, (original) => {
        const result = throughFormward(original)
        if ('refusal' in result) throw new Error(result.refusal)

        for (const one of result.exported) expect(problemsOf(one as { resourceType: string })).toEqual([])
      }),
      { numRuns: 40 },
    )
  })
})
