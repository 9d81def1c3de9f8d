import { interactionPolicy } from 'oidc-provider'
import { z } from 'zod'

import { isSignInValid } from '#server/identity/accounts.sql.ts'
import { inTransaction, type Database } from '#server/platform/database.ts'

/** What finishSignIn gives the provider. */
const SignIn = z.object({ accountId: z.string(), validFrom: z.string() })

/**
 * Every visit to the authorize address asks for the password. A session that answered by itself would let any script on
 * this origin mint tokens of its own, whatever the tokens are bound to; reloads and new tabs live on the refresh token.
 *
 * A sign-in under way while the account's sessions are ended must not open one: an old password would live on in it. This is asked when its grant has been
 * saved: who ends the sessions deletes the grant, or has ended them before, and then the password is asked for anew.
 */
export function createInteractionPolicy(db: Database) {
  const policy = interactionPolicy.base()
  const { Check } = interactionPolicy
  policy.get('login')!.checks.add(
    new Check('fresh_login', 'signing in is asked for every time', 'login_required', async (ctx) => {
      const { data: signIn } = SignIn.safeParse(ctx.oidc.result?.login)
      const isValid = signIn && (await inTransaction(db, {}, (tx) => isSignInValid({ tx }, signIn)))
      return isValid ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT
    }),
  )
  return policy
}
