import type { ComponentType } from 'react'

import type { PathParams, ScreenName } from './paths.ts'

/** How each screen's code comes when it is opened. Path, words and guard have the same name in paths.ts, words.ts and domain/route-guards.ts. */
export const screens: { [Name in ScreenName]?: () => Promise<ComponentType<PathParams<Name>>> } = {
  profile: async () => (await import('./profile/ProfilePage.tsx')).ProfilePage,
}
