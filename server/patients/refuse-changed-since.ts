import type { NewPatient } from '#contract/patients.ts'
import { type PatientField, patientFields, wireNameOf } from '#domain/patient-rules.ts'
import { Problem } from '#server/platform/problem.ts'

import { differingFields, type LockedPatient } from './patient-rows.sql.ts'

/** Refuses to replace what another user, the patient or another system has changed since the caller read it (PAT-2). */
export function refuseChangedSince(stored: LockedPatient, { read, wanted }: { read: NewPatient; wanted: NewPatient }) {
  const changed = namesIn(differingFields(stored, read))
  const replaced = namesIn(differingFields(stored, wanted)).filter((name) => changed.includes(name))
  if (replaced.length === 0) return
  throw new Problem(
    'conflict',
    undefined,
    replaced.map((name) => ({
      field: isText(name) ? wireNameOf(name) : name,
      message: `${isText(name) ? patientFields[name] : labels[name]} has changed since you opened the record.`,
    })),
  )
}

type Name = PatientField | keyof typeof labels

const isText = (name: Name): name is PatientField => name in patientFields

const labels = {
  deceased: '“Deceased”',
  locale: 'Language',
  mayBeContacted: '“May be contacted”',
  optedOutMethods: '“The patient does not want messages by”',
  leftOutOfNhsApp: '“Left out of the NHS App”',
  onRecord: '“On record”',
}

const namesIn = ({ address, ...fields }: NewPatient) => Object.keys({ ...fields, ...address }) as Name[] // differingFields answers these only
