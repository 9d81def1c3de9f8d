/** A small deterministic generator (mulberry32): the same demonstration on every machine. Not for secrets. */
export function randomFrom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (below: number) => Math.floor(next() * below)
  return {
    next,
    whole,
    pick: <T>(from: readonly T[]): T => from[whole(from.length)]!, // callers give lists that are not empty
    chance: (share: number) => next() < share,
    between: (low: number, high: number) => low + next() * (high - low),
    /** A version 4 UUID in form, the same on every machine. */
    uuid: () => {
      const hex = Array.from({ length: 32 }, () => whole(16).toString(16))
      hex[12] = '4'
      hex[16] = '89ab'[whole(4)]!
      const text = hex.join('')
      return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-')
    },
  }
}
export type Random = ReturnType<typeof randomFrom>
