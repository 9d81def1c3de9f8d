import type { Keys } from '#server/platform/keys.ts'

import { envelopeLines } from './compose-letter.ts'
import type { Letter } from './letters.sql.ts'

/** Keyed, because a plain hash of a name and address could be searched in a copy of the database. */
export const envelopeHash = (keys: Keys, { patient }: Pick<Letter, 'patient'>) =>
  Buffer.from(keys.sign('letter-envelope', JSON.stringify(envelopeLines(patient))), 'base64url')

/** Whether the patient's name or address was changed after the letter was written into its file. */
export const isEnvelopeChanged = (keys: Keys, letter: Letter) =>
  letter.envelopeHash !== null && !envelopeHash(keys, letter).equals(letter.envelopeHash)
