import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const deadAfter = 30_000

/** Runs `work` while no other process in this folder does. A killed holder's lock is free at once, on another machine after 30 s. */
export const withLock = async (file, work, onWait = () => {}) => {
  mkdirSync(dirname(file), { recursive: true })
  for (let said = false; !take(file);) {
    if (dropIfDead(file)) continue
    if (!said) onWait()
    said = true
    await sleep(200)
  }
  const alive = setInterval(() => touch(file), 1_000)
  try {
    return await work()
  } finally {
    clearInterval(alive)
    rmSync(file, { force: true })
  }
}

const take = (file) => {
  try {
    writeFileSync(file, JSON.stringify({ pid: process.pid, host: hostname() }), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

const touch = (file) => {
  try {
    utimesSync(file, new Date(), new Date())
  } catch {
    // Someone removed the folder: the work in hand fails by itself, with better words.
  }
}

/** Whether the lock was that of a process that has ended. */
const dropIfDead = (file) => {
  try {
    if (!isDead(file)) return false
    // Renamed first: of several waiting processes one gets it, and never a lock that another has just taken.
    const taken = `${file}.${process.pid}`
    renameSync(file, taken)
    const wasDead = isDead(taken)
    if (wasDead) rmSync(taken)
    else renameSync(taken, file)
    return wasDead
  } catch {
    // Removed meanwhile, which was the aim.
    return true
  }
}

const isDead = (file) => {
  if (Date.now() - statSync(file).mtimeMs > deadAfter) return true
  const { pid, host } = JSON.parse(readFileSync(file, 'utf8'))
  if (host !== hostname()) return false
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
