import type { Cluster } from './cluster.ts'
import type { Table } from './results.ts'

/** What every measurement is given. */
export type Run = {
  cluster: Cluster
  /** Patients, and form requests, of the organisation that is measured: a million, a tenth of it, or the number of --requests. */
  size: number
  /** A tenth of everything, so that all of it takes three minutes. */
  isQuick: boolean
  /** The limit of the provider in the measurement of messages. */
  messagesPerMinute?: number | undefined
  /** How long every provider is away in the measurement of an outage, in minutes. */
  outageMinutes?: number | undefined
  say: (line: string) => void
}

/** One measurement by its name, with its tables. It ends every process that it started. */
export type Bench = (run: Run) => Promise<Table[]>
