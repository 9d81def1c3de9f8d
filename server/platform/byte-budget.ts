import { Problem } from './problem.ts'

type Limits = { perCaller: number; total: number }

/**
 * Counts the bytes of the request bodies in progress. Refuses more than the limit of a caller (429) or of the process (503). Returns a
 * function that releases the bytes; calling the function twice releases them once.
 */
export function createByteBudget({ perCaller, total }: Limits) {
  const taken = new Map<string, number>()
  let takenByAll = 0
  return function take(caller: string, bytes: number) {
    const ofCaller = (taken.get(caller) ?? 0) + bytes
    if (ofCaller > perCaller) throw new Problem('too_many_requests')
    if (takenByAll + bytes > total) throw new Problem('unavailable')
    taken.set(caller, ofCaller)
    takenByAll += bytes
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      takenByAll -= bytes
      const left = taken.get(caller)! - bytes // set above, and kept until every byte is released
      if (left > 0) taken.set(caller, left)
      else taken.delete(caller)
    }
  }
}
