import type { PepPlace } from '#contract/pep.ts'
import { pepPlaceKinds } from '#domain/pep.ts'
import type { OutboundRequest, OutboundResponse } from '#server/platform/outbound/outbound.ts'

/** The address, client and secret of the PEP of the demonstration, which is part of this process. No such name exists (RFC 2606). */
export const demonstrationPep = {
  address: 'https://pep.formward.example',
  clientId: 'demonstration',
  clientSecret: 'public',
}

/** The departments and clinics that the PEP of the demonstration knows. */
export const demonstrationPlaces: readonly PepPlace[] = [
  { code: 'CARD', name: 'Cardiology', kind: 'department' },
  { code: 'CARD-HF', name: 'Heart failure clinic', kind: 'clinic' },
  { code: 'CARD-PACE', name: 'Pacemaker clinic', kind: 'clinic' },
  { code: 'DERM', name: 'Dermatology', kind: 'department' },
  { code: 'ENT', name: 'Ear, nose and throat', kind: 'department' },
  { code: 'ENT-HEAR', name: 'Hearing clinic', kind: 'clinic' },
  { code: 'ORTHO', name: 'Trauma and orthopaedics', kind: 'department' },
  { code: 'ORTHO-HIP', name: 'Hip and knee clinic', kind: 'clinic' },
  { code: 'ORTHO-PRE', name: 'Pre-assessment clinic', kind: 'clinic' },
  { code: 'PAED', name: 'Paediatrics', kind: 'department' },
  { code: 'RESP', name: 'Respiratory medicine', kind: 'department' },
  { code: 'RESP-SLEEP', name: 'Sleep clinic', kind: 'clinic' },
]

/** Answers the calls of docs/pep-api.yaml as a PEP would. The tests open it as a server and check both directions against that file. */
export function answerDemonstration({ method, address, headers = {}, body = '' }: AnsweredRequest): OutboundResponse {
  const { clientId, clientSecret } = demonstrationPep
  const expected = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  if (headers['authorization'] !== expected) return answerWith(401, { title: 'The client is not known' })
  const { searchParams } = address
  switch (`${method} ${address.pathname}`) {
    case 'GET /status':
      return answerWith(200, { name: 'Demonstration PEP', finds: pepPlaceKinds })
    case 'POST /subscribers/query':
      return answerWith(200, { isSubscriber: isSubscriber((JSON.parse(body) as { nhsNumber: string }).nhsNumber) })
    case 'GET /places':
      return answerWith(200, {
        places: search(searchParams.get('search') ?? '', searchParams.getAll('kind'), Number(searchParams.get('limit'))),
      })
    case 'GET /places/check': {
      const code = searchParams.get('code')?.toLowerCase()
      const place = demonstrationPlaces.find((one) => one.code.toLowerCase() === code)
      return answerWith(200, place ? { isKnown: true, place } : { isKnown: false })
    }
    default:
      return answerWith(404, { title: 'There is no such call' })
  }
}

type AnsweredRequest = Pick<OutboundRequest, 'method' | 'address' | 'headers' | 'body'>

const answerWith = (status: number, value: unknown): OutboundResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(value)),
})

/** Two patients in three. */
const isSubscriber = (nhsNumber: string) => Number(nhsNumber) % 3 !== 0

function search(text: string, kinds: readonly string[], limit: number) {
  const wanted = text.toLowerCase()
  const isFound = ({ code, name }: PepPlace) => [code, ...name.split(' ')].some((word) => word.toLowerCase().startsWith(wanted))
  return demonstrationPlaces.filter((place) => kinds.includes(place.kind) && isFound(place)).slice(0, limit)
}
