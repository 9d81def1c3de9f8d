type LogLine = {
  level: number
  msg: string
  method?: string
  route?: string
  status?: number
  ms?: number
  error?: string
  message?: string
  stack?: string[]
}

const levels: Record<number, string> = { 20: 'debug', 30: 'info', 40: 'warning', 50: 'error', 60: 'fatal' }
const known = ['level', 'time', 'service', 'msg', 'requestId', 'method', 'route', 'status', 'ms', 'error', 'message', 'stack']

/** One line of the server's log as a person reads it; undefined for a line that is not of the log. */
export function formatLogLine(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined
  let entry: LogLine
  try {
    entry = JSON.parse(line) as LogLine // written by our own logger
  } catch {
    return undefined
  }
  const { level, msg, method, route, status, ms, error, message, stack } = entry
  if (msg === 'request') return `${status} ${method} ${route} ${ms} ms`
  const rest = Object.entries(entry).filter(([name]) => !known.includes(name))
  const facts = [method, route, ...rest.map(([name, value]) => `${name}=${JSON.stringify(value)}`)].filter(Boolean).join(' ')
  const thrown = error && [message === undefined ? error : `${error}: ${message}`, ...(stack ?? [])].join('\n    ')
  return [`${levels[level] ?? level}: ${msg}`, facts].filter(Boolean).join(' ') + (thrown ? `\n  ${thrown}` : '')
}
