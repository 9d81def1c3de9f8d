import type { FormDefinition } from '#domain/form/definition.ts'
import type { OutgoingColumn } from '#server/documents/spreadsheet/write.ts'
import type { Results } from '#server/submissions/submissions.ts'

/** The columns of what a version makes of its answers: each score as a number beside its band, and the red flags that were raised. */
export function scoreColumns({ scores = [], redFlags = [] }: FormDefinition) {
  const columns: OutgoingColumn[] = [
    ...scores.flatMap(({ name }): OutgoingColumn[] => [
      { header: `${name} (score)`, kind: 'number', width: 18 },
      { header: `${name} (band)`, kind: 'text', width: 24 },
    ]),
    ...(redFlags.length > 0 ? [{ header: 'Red flags', kind: 'text', width: 32 } as const] : []),
  ]
  const cells = (results: Results) => [
    ...scores.flatMap(({ id }) => {
      const score = results.scores.find((one) => one.id === id)
      return [score?.value ?? null, score?.band ?? null]
    }),
    ...(redFlags.length > 0 ? [results.redFlags.map(({ name }) => name).join('; ')] : []),
  ]
  return { columns, cells }
}
