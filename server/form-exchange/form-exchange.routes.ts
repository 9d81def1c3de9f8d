import { formExchange } from '#contract/form-exchange.ts'
import { createForm } from '#server/forms/create-form.ts'
import { serve, type Door } from '#server/platform/serve.ts'

import { exportResponse, exportVersion } from './export-form.ts'
import { readQuestionnaire } from './read-questionnaire.ts'

export const serveFormExchange = (door: Door) =>
  serve(door, formExchange, {
    preview: {
      before: async (_outside, { body }) => {
        const { title, definition, report } = readQuestionnaire(body)
        return async () => ({ title, questionCount: definition.questions.length, ...report })
      },
    },
    create: {
      before: async (_outside, { body }) => {
        const { title, description, type, definition } = readQuestionnaire(body)
        return (ctx) => createForm(ctx, { title, description, type, draft: definition })
      },
    },
    version: (ctx, { params }) => exportVersion(ctx, params.id, params.version),
    response: (ctx, { params }) => exportResponse(ctx, params.id, params.submissionId),
  })
