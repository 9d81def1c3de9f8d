import { demonstrationPep, demonstrationPlaces } from '#server/organisations/pep/demonstration-pep.ts'
import { pepSecretPurpose } from '#server/organisations/pep/pep.ts'

import type { Demo } from './fill-demo.ts'
import { insertRows } from './insert.ts'

const { address, clientId, clientSecret } = demonstrationPep

/** Connects an organisation to the PEP of the demonstration. */
export async function fillPep({ client, keys, now }: Demo, organisationId: string) {
  const at = new Date(now).toISOString()
  await insertRows(client, 'pep_configs', [
    {
      organisation_id: organisationId,
      address,
      client_id: clientId,
      client_secret: `\\x${keys.seal(Buffer.from(clientSecret), pepSecretPurpose(organisationId, address)).toString('hex')}`,
      secret_set_at: at,
      finds_departments: true,
      finds_clinics: true,
      created_at: at,
      updated_at: at,
    },
  ])
}

/** The codes of the forms: one that the PEP has confirmed, and one that it does not know. */
const codes: Record<string, string> = { 'pre-assessment': 'ORTHO-PRE', asthma: 'RESP-ASTHMA' }

/** The columns of a form about the PEP. */
export function pepColumns(key: string, confirmedAt: string) {
  const code = codes[key] ?? null
  const place = demonstrationPlaces.find((one) => one.code === code)
  return {
    pep_code: code,
    pep_name: place?.name ?? null,
    pep_kind: place?.kind ?? null,
    pep_confirmed_at: place ? confirmedAt : null,
    pep_confirmed_address: place ? address : null,
  }
}
