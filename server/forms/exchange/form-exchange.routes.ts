import { formExchange } from '#contract/form-exchange.ts'
import type { ImportedForm } from '#domain/fhir/import/from-questionnaire.ts'
import { createForm } from '#server/forms/forms.ts'
import type { Context } from '#server/platform/context.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { exportResponse, exportVersion } from './export-form.ts'
import { readQuestionnaire } from './read-questionnaire.ts'

export const serveFormExchange = (deps: RouteDeps) =>
  serve(deps, formExchange, {
    preview: {
      before: async (_call, { body }) => {
        const { forms, report } = readQuestionnaire(body)
        const counted = forms.map(({ title, definition }) => ({ title, questionCount: definition.questions.length }))
        return async () => ({
          title: forms[0].title,
          questionCount: counted.reduce((sum, { questionCount }) => sum + questionCount, 0),
          forms: counted,
          ...report,
        })
      },
    },
    create: {
      before: async (_call, { body }) => {
        const { forms } = readQuestionnaire(body)
        return (ctx) => createForms(ctx, forms)
      },
    },
    version: (ctx, { params }) => exportVersion(ctx, params.id, params.version),
    response: (ctx, { params }) => exportResponse(ctx, params.id, params.submissionId),
  })

/** All forms or none, in one transaction. */
async function createForms(ctx: Context, [first, ...others]: [ImportedForm, ...ImportedForm[]]) {
  const create = ({ title, description, type, definition }: ImportedForm) =>
    createForm(ctx, { title, description, type, isSensitive: false, draft: definition })
  const created = await create(first)
  const parts = []
  for (const form of others) {
    const { id, title } = await create(form)
    parts.push({ id, title })
  }
  return { ...created, otherParts: parts }
}
