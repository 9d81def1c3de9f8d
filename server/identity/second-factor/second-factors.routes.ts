import { secondFactors } from '#contract/own-account.ts'
import { requireOfAdministrators } from '#server/organisations/organisations.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import {
  addOwnPasskey,
  addTotp,
  readFactors,
  removePasskey,
  removeTotp,
  renameOwnPasskey,
  renewRecoveryCodes,
  startPasskey,
  startTotp,
} from './change-factors.ts'
import { startProof, prove } from './prove.ts'
import { resetFactors } from './reset-factors.ts'

export const serveSecondFactors = (deps: RouteDeps) =>
  serve(deps, secondFactors, {
    read: (ctx) => readFactors(ctx),
    beginProof: (ctx) => startProof(ctx),
    prove,
    beginTotp: (ctx) => startTotp(ctx),
    addTotp: (ctx, { body }) => addTotp(ctx, body.code),
    removeTotp: (ctx) => removeTotp(ctx),
    makeRecoveryCodes: (ctx) => renewRecoveryCodes(ctx),
    beginPasskey: (ctx) => startPasskey(ctx),
    addPasskey: (ctx, { body }) => addOwnPasskey(ctx, body),
    renamePasskey: (ctx, { params, body }) => renameOwnPasskey(ctx, params.id, body.name),
    removePasskey: (ctx, { params }) => removePasskey(ctx, params.id),
    reset: (ctx, { params }) => resetFactors(ctx, params.memberId),
    require: (ctx, { body }) => requireOfAdministrators(ctx, body.isRequired),
  })
