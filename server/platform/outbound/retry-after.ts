/** How long a server asks to wait: seconds or a date (RFC 9110 section 10.2.3). Undefined if it names no time. */
export function retryAfterMs(header: string | null | undefined): number | undefined {
  const given = header ?? ''
  const waitMs = /^\d+$/.test(given) ? Number(given) * 1000 : Date.parse(given) - Date.now()
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : undefined
}
