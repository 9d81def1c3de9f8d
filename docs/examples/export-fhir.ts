import type { Formward } from './client.ts'

type Manifest = { transactionTime: string; output: { count: number }[] }

/**
 * Every answer to one form as FHIR QuestionnaireResponse, by a bulk export. `since`: the transactionTime of the last export, for what was sent
 * after it. Returns the transactionTime of this one when everything was read.
 */
export async function* exportResponses(formward: Formward, formId: string, since?: string): AsyncGenerator<unknown, string> {
  const started = await formward('fhirExports.start', {
    query: { _typeFilter: `QuestionnaireResponse?questionnaire=Questionnaire/${formId}`, ...(since !== undefined && { _since: since }) },
  })
  if (started.status !== 202) throw new Error(`The export was refused: ${JSON.stringify(started.body)}`)
  const params = { id: started.headers.get('content-location')!.split('/').at(-1)! }
  for (;;) {
    const { status, headers, body } = await formward('fhirExports.status', { params })
    if (status === 202) {
      await new Promise((resolve) => setTimeout(resolve, Number(headers.get('retry-after') ?? 10) * 1000))
      continue
    }
    if (status !== 200) throw new Error(`The export failed: ${JSON.stringify(body)}`)
    const { transactionTime, output } = body as Manifest
    if (output.length > 0) yield* (await formward('fhirExports.download', { params })).lines
    // Formward deletes the file after 24 hours, or now.
    await formward('fhirExports.cancel', { params })
    return transactionTime
  }
}
