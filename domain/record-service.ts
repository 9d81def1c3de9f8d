/** Why a call to the Record Service failed, with the words for users. `refused`: some NHS numbers; the others are sent again without them. */
export const recordServiceErrors = {
  not_reached: 'The Record Service did not answer.',
  too_many_calls: 'The Record Service asked Formward to wait.',
  not_available: 'The Record Service has a technical problem.',
  key_refused: 'The Record Service does not accept the API key. Ask the people who run Formward to check the key.',
  client_refused: 'The Record Service does not accept the client ID. Ask the people who run Formward to check the client ID.',
  request_refused: 'The Record Service refused the list of patients.',
  unexpected_answer: 'The Record Service gave an answer that its specification does not have.',
} as const
export type RecordServiceError = keyof typeof recordServiceErrors

/** The most NHS numbers in one call (requirement WF-NFR-RS-03). */
export const recordServiceBatch = 5_000

/** How long to wait after so many failed calls in a row, in minutes: 1, 2, 4 … up to an hour. */
export const recordServiceWait = (failures: number) => Math.min(60, 2 ** Math.max(0, failures - 1))
