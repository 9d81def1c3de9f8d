import { logos } from '#contract/organisations.ts'
import { Problem } from '#server/platform/problem.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { findLogoOf } from './logos.sql.ts'
import { removeLogo, setLogo } from './set-logo.ts'

export const serveLogos = (deps: RouteDeps) =>
  serve(deps, logos, {
    get: async (ctx, { params, query }) => {
      const logo = await findLogoOf(ctx, params.id)
      if (!logo) throw new Problem('not_found')
      const { bytes, type, version } = logo
      return { fileName: `logo.${type.slice('image/'.length)}`, type, body: bytes, isImmutable: query.version === version }
    },
    set: (ctx, input) => setLogo(ctx, input),
    remove: (ctx, input) => removeLogo(ctx, input),
  })
