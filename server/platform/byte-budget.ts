import { Problem } from './problem.ts'

type Limits = { perCaller: number; total: number }

/**
 * Counts the bytes of request bodies that are under way at the same time, and refuses what goes beyond a limit of one caller (429) or of
 * this process (503). Answers what gives the bytes back; called twice it gives them back once.
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
      const left = taken.get(caller)! - bytes // it was put there above, and stays until all is given back
      if (left > 0) taken.set(caller, left)
      else taken.delete(caller)
    }
  }
}
