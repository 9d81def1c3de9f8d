import type { FastifyRequest } from 'fastify'

const longest = 200

/** The name of the file in the body (content-disposition with filename*, RFC 6266 and 8187); '' when none was sent that can be read. */
export function sentFileName({ headers }: FastifyRequest) {
  const encoded = /(?:^|;)\s*filename\*=UTF-8''([^;\s]+)/i.exec(headers['content-disposition'] ?? '')?.[1]
  if (encoded === undefined) return ''
  // Of whatever path the name came with only its end counts, and nothing in it that no eye can see.
  const name = decoded(encoded)
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim()
  return [...name].slice(0, longest).join('')
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
