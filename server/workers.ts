import type { Floor } from './platform/floor.ts'
import type { Boss, Job } from './platform/jobs.ts'
import { createQueues } from './platform/jobs.ts'

/** Every kind of job; its queue is made with the migrations. */
const kinds: Job<never>[] = []

export const makeQueues = (boss: Boss) => createQueues(boss, kinds)

/** Starts working on every queue. */
export async function startWorkers(floor: Floor) {
  await Promise.all([])
  void floor
}
