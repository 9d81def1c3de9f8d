import type { Random } from '#database/demo/random.ts'

export const day = 86_400_000
const tenYears = 3_652 * day

/** The n-th of so many moments over ten years, more of them in the later ones. */
export const timestampOf = (nth: number, of: number, now: number) => now - tenYears * (1 - Math.min(1, (nth + 0.5) / of) ** 0.7)

const days = new Map<number, string>()
const two = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'))

/** ISO 8601, to the second: made millions of times, so put together from parts that are known. */
export function iso(at: number | undefined) {
  if (at === undefined) return null
  const nth = Math.floor(at / day)
  let date = days.get(nth)
  if (date === undefined) days.set(nth, (date = new Date(nth * day).toISOString().slice(0, 10)))
  const second = Math.floor((at - nth * day) / 1_000)
  return `${date}T${two[Math.floor(second / 3_600)]}:${two[Math.floor(second / 60) % 60]}:${two[second % 60]}Z`
}

const hex = Array.from({ length: 65_536 }, (_, n) => n.toString(16).padStart(4, '0'))

/** A version 4 UUID in form: random in its order, as the real ones are, and the same on every machine. */
export function uuid(random: Random) {
  const four = () => {
    const number = random.whole(4_294_967_296)
    return [hex[number >>> 16]!, hex[number & 0xffff]!] as const
  }
  const [[a, b], [c, d], [e, f], [g, h]] = [four(), four(), four(), four()]
  return `${a}${b}-${c}-4${d.slice(1)}-${'89ab'[Number.parseInt(e[0]!, 16) % 4]}${e.slice(1)}-${f}${g}${h}`
}
