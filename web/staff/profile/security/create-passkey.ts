import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'

import { ApiProblem } from '#web/api/api-problem.ts'
import { api } from '#web/api/client.ts'

/** Has the browser make a passkey, and keeps it under this name. What makes passkeys comes when it is needed. */
export async function createPasskey(name: string) {
  const question = await api.secondFactors.beginPasskey()
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = question as unknown as PublicKeyCredentialCreationOptionsJSON // the server made it for exactly this
  const credential = await startRegistration({ optionsJSON }).catch(() => {
    throw notMade()
  })
  return api.secondFactors.addPasskey({ body: { name, credential: { ...credential } } })
}

/** Stopped, timed out, or a passkey of this account is on that device already: the browser does not say which. */
const notMade = () =>
  new ApiProblem(409, 'secondFactor:add', {
    type: 'about:blank',
    status: 409,
    code: 'conflict',
    title: 'conflict',
    detail: 'No passkey was made. Try again, or use another device: one device holds one passkey of yours.',
  })
