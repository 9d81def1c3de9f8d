import type { PatientValues } from '#domain/patient-rules.ts'
import { Problem } from '#server/platform/problem.ts'
import type { Context } from '#server/platform/context.ts'
import { takeTurns } from '#server/platform/turns.sql.ts'

import { keysOf, matchPatients } from './match-patients.ts'

const words = 'A patient with these details exists already: check that this is somebody else.'

/** Whoever agrees with a patient in three of four is not taken for another one, nor for the same, without a person's word (PAT-4). */
export async function refuseKnownPatient(ctx: Context, { nhsNumber, firstName, lastName, dateOfBirth, postcode }: PatientValues) {
  const person = { nhsNumber, firstName: firstName ?? '', lastName: lastName ?? '', dateOfBirth: dateOfBirth ?? '', postcode }
  // Of two who type in the same person at the same moment the second has to see what the first has done.
  await takeTurns(ctx, keysOf(person))
  const [match] = await matchPatients(ctx, [person])
  // That a number is taken is for the database to say: nobody's word can change it.
  if (!match || match.kind === 'none' || (match.kind === 'matched' && match.by === 'nhs_number')) return
  throw new Problem('conflict', words, [{ field: 'isSomebodyElse', message: words }])
}
