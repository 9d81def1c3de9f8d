import { letters } from '#contract/letters.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { downloadBatch, linkBatch } from './download-batch.ts'
import { markPrinted, putBack, readBatch } from './end-batch.ts'
import { listBatches } from './letter-batches.sql.ts'
import { listLetters } from './list-letters.ts'
import { makeBatch, printAgain } from './make-batch.ts'
import { queueManyLetters } from './queue-letters.ts'

export const serveLetters = (deps: RouteDeps) =>
  serve(deps, letters, {
    list: (ctx, input) => listLetters(ctx, input),
    queue: (ctx, input) => queueManyLetters(ctx, input),
    batches: (ctx, { query }) => listBatches(ctx, query),
    batch: (ctx, { params }) => readBatch(ctx, params.id),
    make: (ctx, input) => makeBatch(ctx, input),
    markPrinted: (ctx, input) => markPrinted(ctx, input),
    putBack: (ctx, { params }) => putBack(ctx, params.id),
    printAgain: (ctx, input) => printAgain(ctx, input),
    link: (ctx, { params }) => linkBatch(ctx, params.id),
    download: (ctx, { params }) => downloadBatch(ctx, params.id),
  })
