import { createHash } from 'node:crypto'

/** The browser has the identifiers and the table only their hashes, so a copy of the table opens nothing. */
export const hashed = (identifier: string) => createHash('sha256').update(identifier).digest('base64url')
