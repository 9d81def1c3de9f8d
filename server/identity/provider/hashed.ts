import { createHash } from 'node:crypto'

/** Identifiers are what the browser holds; the table holds only their hashes, so a copy of it opens nothing. */
export const hashed = (identifier: string) => createHash('sha256').update(identifier).digest('base64url')
