import { createHash } from 'node:crypto'

import type { Keys } from '#server/platform/keys.ts'

/** The patient's token for a request: 256 bits derived from the request's id by a sealed key, so it need never be stored. */
export const linkToken = (keys: Keys, requestId: string) => keys.sign('patient-link', requestId)

/** What is stored instead of the token. */
export const hashOfLink = (token: string) => createHash('sha256').update(token).digest()

/** The address that goes into a message. */
export const linkAddress = (publicUrl: string, keys: Keys, requestId: string) => `${publicUrl}/r/${linkToken(keys, requestId)}`
