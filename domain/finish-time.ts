const minuteMs = 60_000
const hourMs = 3_600_000

type Pace = {
  /** How many messages a minute may be sent. */
  perMinute: number
  /** The first moment from a moment on in which a message may be sent. Sending hours begin and end at full hours. */
  sendingMoment: (moment: Date) => Date
}

/** When the last of so many messages has left, if the first may leave at `from`. In whole minutes. */
export function finishTime(count: number, from: Date, { perMinute, sendingMoment }: Pace): Date {
  let [left, at] = [count, sendingMoment(from).getTime()]
  for (;;) {
    const hourEnds = (Math.floor(at / hourMs) + 1) * hourMs
    const untilThen = Math.floor(((hourEnds - at) / minuteMs) * perMinute)
    if (left <= untilThen) return new Date(at + Math.ceil(left / perMinute) * minuteMs)
    left -= untilThen
    at = sendingMoment(new Date(hourEnds)).getTime()
  }
}
