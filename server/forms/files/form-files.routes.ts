import { formFiles } from '#contract/form-exchange.ts'
import { serve, type RouteDeps, type Call } from '#server/platform/serve.ts'

import { countDownload, downloadForm, downloadSubmission } from './download-form.ts'

export const serveFormFiles = (deps: RouteDeps) =>
  serve(deps, formFiles, {
    blank: {
      before: async (call, { params, query }) => {
        count(call)
        return (ctx) => downloadForm(ctx, params.id, query, call.ended)
      },
    },
    submission: {
      before: async (call, { params }) => {
        count(call)
        return (ctx) => downloadSubmission(ctx, params.id, call.ended)
      },
    },
  })

/** Before the transaction, so that a refused file is not audited. */
const count = ({ actor, ended }: Call) => countDownload(actor.id ?? actor.organisationId, ended)
