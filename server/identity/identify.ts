import type { Floor } from '#server/platform/floor.ts'
import { Problem } from '#server/platform/problem.ts'
import type { Identify } from '#server/platform/serve.ts'

import { checkProof } from './token/check-proof.ts'
import { findSignedIn } from './token/find-signed-in.sql.ts'
import type { VerifyAccessToken } from './token/verify-access-token.ts'
import type { Welcome } from './token/welcome.ts'

/** `welcome`: where accounts live elsewhere, who a new subject is. */
type Trust = { verify: VerifyAccessToken; isOurs: boolean; welcome?: Welcome }

/** Who sent a request: the member whose subject is in a valid token. What they may do is never read from the token (SIGN-4). */
export function createIdentify({ config, db }: Pick<Floor, 'config' | 'db'>, { verify, isOurs, welcome }: Trust): Identify {
  const mustBeBound = isOurs && config.DPOP === 'on'

  return async ({ headers, method, url }, isAgain = false) => {
    const [, scheme = '', token = ''] = /^(Bearer|DPoP) ([\w.~+/=-]+)$/i.exec(headers.authorization ?? '') ?? []
    const valid = token ? await verify(token) : undefined
    if (!valid || (mustBeBound && !valid.thumbprint)) return undefined

    let proofId: string | undefined
    // A proof is good for a minute and for one use: whether somebody is still signed in does not depend on it.
    if (valid.thumbprint && !isAgain) {
      const { dpop } = headers
      const { thumbprint } = valid
      const address = config.PUBLIC_URL + url
      proofId =
        scheme.toLowerCase() === 'dpop' && typeof dpop === 'string'
          ? await checkProof({ proof: dpop, token, thumbprint, method, address })
          : undefined
      // A token bound to a key is worth nothing without it.
      if (proofId === undefined) return undefined
    }

    const { isValid, actor: known } = await findSignedIn(db, valid, proofId, isOurs)
    if (!isValid) return undefined
    const actor = known ?? (await welcome?.(valid, token))
    if (!actor) throw new Problem('no_member')
    return { ...actor, ...(valid.sessionId !== undefined && { sessionId: valid.sessionId }) }
  }
}
