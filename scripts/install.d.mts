import type { SpawnSyncReturns } from 'node:child_process'

export function runNpm(folder: string, args: string[]): SpawnSyncReturns<Buffer>
