import type { ClientDirectory } from '#server/platform/directory.ts'

import { findClientActor, findClientRegistration, recordTokenOf } from './client-tokens.sql.ts'

export { findActiveClient } from './client-tokens.sql.ts'

export const clientDirectory: ClientDirectory = { findClientRegistration, findClientActor, recordTokenOf }
