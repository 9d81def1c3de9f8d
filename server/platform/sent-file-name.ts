import type { FastifyRequest } from 'fastify'

const longest = 200

/** The file name of the body (content-disposition, RFC 6266 and 8187). Empty if there is none or it cannot be read. */
export function sentFileName({ headers }: FastifyRequest) {
  const header = headers['content-disposition'] ?? ''
  // filename* goes before filename (RFC 6266 section 4.3).
  const sent = extendedName(header) ?? plainName(header) ?? ''
  // Only the last part of a path is used, without invisible characters.
  const name = sent
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim()
  return [...name].slice(0, longest).join('')
}

function extendedName(header: string) {
  const encoded = /(?:^|;)\s*filename\*=UTF-8''([^;\s]+)/i.exec(header)?.[1]
  if (encoded === undefined) return undefined
  try {
    return decodeURIComponent(encoded)
  } catch {
    return ''
  }
}

/** A quoted string, in which a backslash escapes a quotation mark, or a token. */
function plainName(header: string) {
  const [, quoted, word] = /(?:^|;)\s*filename=(?:"((?:[^"\\]|\\.)*)"|([^\s";]+))/i.exec(header) ?? []
  const name = quoted?.replace(/\\(["\\])/g, '$1') ?? word
  if (name === undefined) return undefined
  // Node reads each byte of a header as one character; most clients write UTF-8.
  const bytes = Buffer.from(name, 'latin1')
  return bytes.toString('utf8').includes('\u{FFFD}') ? name : bytes.toString('utf8')
}
