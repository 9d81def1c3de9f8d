import { readFileSync } from 'node:fs'

/** The settings that are secrets. Each can be given as a file, whose path is in the variable with `_FILE` at the end of its name. */
const secrets = [
  'APP_SECRET',
  'APP_SECRET_PREVIOUS',
  'DATABASE_DIRECT_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_READ_URL',
  'DATABASE_URL',
  'GOVUK_NOTIFY_API_KEY',
  'GOVUK_NOTIFY_CALLBACK_TOKEN',
  'METRICS_TOKEN',
  'NHS_NOTIFY_API_KEY',
  'NHS_NOTIFY_CALLBACK_KEY',
  'NHS_NOTIFY_PRIVATE_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'RECORD_SERVICE_API_KEY',
  'SMTP_URL',
  'UPSTREAM_CLIENT_KEY',
  'UPSTREAM_CLIENT_SECRET',
] as const

const fileVariableOf = (secret: string) => `${secret}_FILE`

export const secretFileVariables = secrets.map(fileVariableOf)

/**
 * The variables with the values of the secrets that are in files. Throws an Error that has one line for each file variable that cannot be used;
 * no line has a value or a path (RUN-4).
 */
export function readSecretFiles(given: Record<string, string>): Record<string, string> {
  const problems: string[] = []
  const values = { ...given }
  for (const secret of secrets) {
    const variable = fileVariableOf(secret)
    const path = given[variable]
    if (path === undefined) continue
    const read = given[secret] === undefined ? readSecret(path) : { problem: `expects to be empty when ${secret} is set` }
    if ('problem' in read) problems.push(`${variable}: ${read.problem}`)
    else values[secret] = read.value
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return values
}

/** The content of a file without its final line break, which most editors and tools add. */
function readSecret(path: string) {
  try {
    const value = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    return value === '' ? { problem: 'expects the path of a file that is not empty' } : { value }
  } catch (error) {
    return { problem: `expects the path of a file that can be read (${(error as NodeJS.ErrnoException).code})` } // reading throws nothing else
  }
}
