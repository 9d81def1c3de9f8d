import { formFiles } from '#contract/form-files.ts'
import { serve, type Door, type Outside } from '#server/platform/serve.ts'

import { countDownload } from './count-downloads.ts'
import { downloadForm } from './download-form.ts'
import { downloadSubmission } from './download-submission.ts'

export const serveFormFiles = (door: Door) =>
  serve(door, formFiles, {
    blank: {
      before: async (outside, { params, query }) => {
        count(outside)
        return (ctx) => downloadForm(ctx, params.id, query.version, outside.ended)
      },
    },
    submission: {
      before: async (outside, { params }) => {
        count(outside)
        return (ctx) => downloadSubmission(ctx, params.id, outside.ended)
      },
    },
  })

/** Before the transaction, so that the log says nothing of a file that is refused. */
const count = ({ actor, ended }: Outside) => countDownload(actor.id ?? actor.organisationId, ended)
