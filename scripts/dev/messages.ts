/* What the development process (Vite, PostgreSQL) and the server process tell each other. */

export type PageName = 'staff' | 'sign-in' | 'patient'
export type DrawPage = (name: PageName, page: unknown) => Promise<string>

/** Load these libraries and wait. Loading them takes most of the time of a start. */
export type Prepare = { prepare: readonly string[] }
/** Load the server's own files and serve. */
export type Begin = { begin: true }
export type PageAnswer = { id: number; html: string } | { id: number; error: { name: string; message: string; stack: string | undefined } }
export type MessageToServer = Prepare | Begin | PageAnswer

/** Only the development process has Vite, so it draws the pages. */
export type PageRequest = { id: number; name: PageName; page?: unknown }
/** The server listens. `libraries` are those that a next server can load in advance. */
export type Ready = { port: number; libraries: string[] }
export type MessageFromServer = PageRequest | Ready
