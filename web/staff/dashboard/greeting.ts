import { formatDateTime } from '#domain/moments.ts'

/** By London's clock, like every time on the screens. */
export function greetingAt(moment: Date) {
  const hour = Number(formatDateTime(moment).slice(-5, -3))
  if (hour < 5 || hour >= 18) return 'Good evening'
  return hour < 12 ? 'Good morning' : 'Good afternoon'
}
