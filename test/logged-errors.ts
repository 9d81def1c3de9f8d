import type { DestinationStream } from 'pino'

/** pino's number for errors. */
const errorLevel = 50
let errors: string[] = []

/** The log of this worker's servers, which also collects the errors of the current test. */
export const keepingErrors = (log: DestinationStream): DestinationStream => ({
  write(line) {
    if ((JSON.parse(line) as { level: number }).level >= errorLevel) errors.push(line.trim())
    log.write(line)
  },
})

export const forgetErrors = () => {
  errors = []
}
/** What the servers of this worker logged as errors since the test began. */
export const loggedErrors = () => errors
