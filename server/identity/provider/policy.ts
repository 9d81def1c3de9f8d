import { interactionPolicy } from 'oidc-provider'

/**
 * Every visit to the authorize address asks for the password. A session that answered by itself would let any script on
 * this origin mint tokens of its own, whatever the tokens are bound to; reloads and new tabs live on the refresh token.
 */
export function askEveryTime() {
  const policy = interactionPolicy.base()
  const { Check } = interactionPolicy
  policy
    .get('login')!
    .checks.add(
      new Check('fresh_login', 'signing in is asked for every time', 'login_required', (ctx) =>
        ctx.oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
      ),
    )
  return policy
}
