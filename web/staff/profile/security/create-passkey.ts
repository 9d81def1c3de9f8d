import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'

import { ApiProblem } from '#web/api/api-problem.ts'
import { api } from '#web/api/client.ts'
import { passkeyWords } from '#web/staff/profile/words.ts'

/** Asks the browser for a passkey and saves it under this name. The library is loaded only now, because few users create passkeys. */
export async function createPasskey(name: string) {
  const options = await api.secondFactors.beginPasskey()
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON // the server made it for exactly this
  const credential = await startRegistration({ optionsJSON }).catch(() => {
    throw notCreated()
  })
  return api.secondFactors.addPasskey({ body: { name, credential: { ...credential } } })
}

/** The browser does not say whether the user cancelled, the time ran out or the device already has a passkey of this account. */
const notCreated = () =>
  new ApiProblem(409, 'secondFactor:add', {
    type: 'about:blank',
    status: 409,
    code: 'conflict',
    title: 'conflict',
    detail: passkeyWords.notCreated,
  })
