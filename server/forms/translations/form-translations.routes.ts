import { formTranslations } from '#contract/form-translations.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { downloadTranslations, readTranslationFile, reviewTranslationFile } from './form-translations.ts'

export const serveFormTranslations = (deps: RouteDeps) =>
  serve(deps, formTranslations, {
    download: (ctx, { params, query }) => downloadTranslations(ctx, { ...params, format: query.format, version: query.version }),
    review: {
      before: async (_call, { params, body }) => {
        const file = await readTranslationFile(body)
        return (ctx) => reviewTranslationFile(ctx, params, file)
      },
    },
  })
