import { questionLibrary } from '#contract/question-library.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { changeLibraryQuestion, removeFromLibrary, saveToLibrary } from './question-library.ts'
import { getLibraryQuestion, listLibrary } from './question-library.sql.ts'

export const serveQuestionLibrary = (deps: RouteDeps) =>
  serve(deps, questionLibrary, {
    list: (ctx, { query }) => listLibrary(ctx, query),
    create: (ctx, { body }) => saveToLibrary(ctx, body),
    get: (ctx, { params }) => getLibraryQuestion(ctx, params.id),
    update: (ctx, { params, body }) => changeLibraryQuestion(ctx, params.id, body),
    delete: (ctx, { params }) => removeFromLibrary(ctx, params.id),
  })
