import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Interaction, Provider } from 'oidc-provider'
import { z } from 'zod'

import { endSessionOfInteraction } from '#server/identity/provider/end-session.ts'
import { asOwnMember, findMethods } from '#server/identity/second-factor/factors.ts'
import { beginTotp } from '#server/identity/second-factor/totp.ts'
import { forgetFailuresOf } from '#server/identity/throttle/attempt.ts'
import { rememberDevice } from '#server/identity/throttle/known-devices.ts'
import { inTransaction } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'

export type SignInDeps = { services: Services; provider: Provider }
/** One person before the sign-in pages: their request, and the interaction that the provider sent them with. */
export type SignInRequest = { request: FastifyRequest; reply: FastifyReply; interaction: Interaction }
/**
 * The account, and the methods used so far with the names of RFC 8176. With `mfa` no step is missing. `validFrom`: tokens_valid_from of the
 * account when the first method was used. Ending the sessions of the account, for example with a new password, changes it, and an earlier
 * sign-in then fails (configuration.ts).
 */
export type ProvenSignIn = { accountId: string; amr: string[]; validFrom: string }

/** How sure the provider is of a person: aal2 when two factors were shown, or one thing that is two (NIST SP 800-63B). */
const acrOf = (amr: string[]) => (amr.includes('mfa') ? 'aal2' : 'aal1')

/**
 * The one end of every way of signing in: back to the app when nothing more is due, else on to what is. The count of failed attempts is
 * forgotten here, and nowhere before.
 */
export async function finishSignIn(
  { services, provider }: SignInDeps,
  { request, reply, interaction }: SignInRequest,
  proven: ProvenSignIn,
) {
  const { accountId, amr, validFrom } = proven
  const due = await nextStep(services, proven)
  if (due) {
    if (due === 'set up') await asOwnMember(services, accountId, (ctx) => beginTotp(ctx, accountId))
    await savePartialSignIn(interaction, proven)
    return reply.redirect(`/identity/sign-in/${interaction.uid}`, 303)
  }
  await endSessionOfInteraction(services, interaction, accountId, request.ip)
  await inTransaction(services.db, {}, async (tx) => {
    await forgetFailuresOf(services, tx, accountId)
    await rememberDevice(services, tx, { request, reply }, accountId)
    // The app reports that it was opened (SIGN-5). A script that takes the code reports nothing, so the sign-in itself is recorded here. One at another
    // provider was recorded when it arrived.
    if (!amr.includes('fed')) await services.directory.auditAs(tx, accountId, 'signInSucceeded', { from: request.ip, amr })
    await services.directory.recordAdministratorSignIn(tx, accountId, { from: request.ip })
  })
  const login = { accountId, amr, acr: acrOf(amr), validFrom }
  return reply.redirect(await provider.interactionResult(request.raw, reply.raw, { login }), 303)
}

const PartialSignIn = z.object({ half: z.object({ accountId: z.string(), amr: z.array(z.string()), validFrom: z.string() }) })

/** Stores on the server what the person has shown so far. The provider accepts only `login` as signed in. */
export async function savePartialSignIn(interaction: Interaction, partial: ProvenSignIn | undefined) {
  interaction.result = partial ? { half: partial } : {}
  await interaction.persist()
}

export const partialSignInOf = ({ result }: Interaction): ProvenSignIn | undefined => PartialSignIn.safeParse(result).data?.half

/** The next step before the member is signed in: use their second factor, or set one up if it is required. */
export async function nextStep({ db, directory }: Pick<Services, 'db' | 'directory'>, { accountId, amr }: ProvenSignIn) {
  if (amr.includes('mfa')) return undefined
  const { totp, passkeys } = await inTransaction(db, {}, (tx) => findMethods({ tx }, accountId))
  if (totp || passkeys > 0) return 'second factor'
  const membership = await directory.findMembership(db, accountId)
  return membership?.isSecondFactorRequired ? 'set up' : undefined
}
