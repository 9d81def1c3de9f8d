import type { Interaction } from 'oidc-provider'
import { z } from 'zod'

import type { Proven } from './finish-sign-in.ts'

const Half = z.object({ half: z.object({ accountId: z.string(), amr: z.array(z.string()), validFrom: z.string() }) })

/** Remembers, on the server only, what somebody has shown so far. The provider takes nothing but `login` for having signed in. */
export async function savePartialSignIn(interaction: Interaction, half: Proven | undefined) {
  interaction.result = half ? { half } : {}
  await interaction.persist()
}

export const partialSignInOf = ({ result }: Interaction): Proven | undefined => Half.safeParse(result).data?.half
