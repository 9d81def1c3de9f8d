import { readFileSync } from 'node:fs'

/** Resident memory of each process and of all together, sampled ten times a second (Linux only). `end()` returns the maximum in MB. */
export function watchMemory(pids: number[]) {
  const most = pids.map(() => 0)
  let together = 0
  const look = () => {
    const now = pids.map(residentMb)
    now.forEach((size, at) => (most[at] = Math.max(most[at]!, size)))
    together = Math.max(
      together,
      now.reduce((sum, size) => sum + size, 0),
    )
  }
  look()
  const timer = setInterval(look, 100)
  return {
    end: () => {
      clearInterval(timer)
      look()
      return { each: most, together }
    },
  }
}

function residentMb(pid: number) {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes ?? 0) / 1024
  } catch {
    return 0
  }
}
