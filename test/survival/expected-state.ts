/** What the product has confirmed, and what is unknown because a response was lost. */
export type ExpectedState = {
  uploads: { acknowledged: string[]; attempts: number }
  /** Completed imports, with the content of the file. */
  imports: { id: string; good: number; bad: number; nhsNumbers: string[] }[]
  sendings: { key: string; patientIds: string[]; ids: string[] }[]
  /** By request: each answer that a page confirmed, and whether all were submitted. */
  answers: Map<string, { kept: Record<string, string>; isSent: boolean }>
  /** By request: the status and the colleague that were acknowledged last. */
  changes: Map<string, { status: string; assigneeId: string | null }>
  /** Imports whose requests were all closed in bulk. */
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
