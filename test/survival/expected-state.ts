/** What the product has acknowledged, and what nobody can know because the answer was lost. */
export type ExpectedState = {
  uploads: { acknowledged: string[]; attempts: number }
  /** Imports that were completed, with what the file held. */
  imports: { id: string; good: number; bad: number; nhsNumbers: string[] }[]
  sendings: { key: string; patientIds: string[]; ids: string[] }[]
  /** By request: each answer whose page said it was kept, and whether all of them were sent. */
  answers: Map<string, { kept: Record<string, string>; isSent: boolean }>
  /** By request: the status and the colleague that were acknowledged last. */
  changes: Map<string, { status: string; assigneeId: string | null }>
  /** Imports all of whose requests were closed by one press. */
  closedLists: { id: string; good: number }[]
  exports: { id: string; rows: number }[]
  /** Responses that no server may give, whichever process was killed: a bare 500. */
  breakdowns: string[]
}

export const createExpectedState = (): ExpectedState => ({
  uploads: { acknowledged: [], attempts: 0 },
  imports: [],
  sendings: [],
  answers: new Map(),
  changes: new Map(),
  closedLists: [],
  exports: [],
  breakdowns: [],
})
