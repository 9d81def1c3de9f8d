import { createContext } from 'react'

/** A place in the router: a path and its search parameters. */
export type Location = { pathname: string; search: unknown }
/** The address at which drafts are kept and found again, and whether a navigation leaves what was typed. */
export type DraftScreen = { screen: string; isLeft: (current: Location, next: Location) => boolean }

/** For what stands beside something else, whose address is of both. Without it the address of the page counts. */
export const DraftScreen = createContext<DraftScreen | undefined>(undefined)
