import { formExchange } from '#contract/form-exchange.ts'
import { createForm } from '#server/forms/forms.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { exportResponse, exportVersion } from './export-form.ts'
import { readQuestionnaire } from './read-questionnaire.ts'

export const serveFormExchange = (deps: RouteDeps) =>
  serve(deps, formExchange, {
    preview: {
      before: async (_call, { body }) => {
        const { title, definition, report } = readQuestionnaire(body)
        return async () => ({ title, questionCount: definition.questions.length, ...report })
      },
    },
    create: {
      before: async (_call, { body }) => {
        const { title, description, type, definition } = readQuestionnaire(body)
        return (ctx) => createForm(ctx, { title, description, type, draft: definition })
      },
    },
    version: (ctx, { params }) => exportVersion(ctx, params.id, params.version),
    response: (ctx, { params }) => exportResponse(ctx, params.id, params.submissionId),
  })
