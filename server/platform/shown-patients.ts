/**
 * The patients that an answer shows, wherever it names them: whoever asks later who looked at a record is told of lists, too (AUD-1, AUD-4).
 * A patient is an object with an NHS number, known or not, or is named by `patientId`.
 */
export function shownPatients(answer: unknown): string[] {
  const found = new Set<string>()
  collect(answer, found)
  return [...found]
}

function collect(value: unknown, found: Set<string>) {
  if (Array.isArray(value)) return value.forEach((one) => collect(one, found))
  // Anything else is no part of an answer: the bytes of a file, a stream.
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return
  const { id, patientId } = value as { id?: unknown; patientId?: unknown }
  if (typeof patientId === 'string') found.add(patientId)
  if (typeof id === 'string' && 'nhsNumber' in value) found.add(id)
  for (const one of Object.values(value)) collect(one, found)
}
