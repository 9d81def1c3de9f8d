import { afterAll, afterEach, beforeEach } from 'vitest'

import { endFile } from './end-of-file.ts'
import { forgetErrors, loggedErrors } from './logged-errors.ts'
import { refuseUnnamedStatements, takeRefused } from './refuse-unnamed.ts'

refuseUnnamedStatements()

/** Vitest's setupFiles: run before each file. The files of one worker share their modules, and nothing else. */
afterAll(endFile)

/** A test that fails prints the errors that the server logged while it ran. */
beforeEach(({ onTestFailed }) => {
  forgetErrors()
  onTestFailed(() => loggedErrors().forEach((line) => console.error(`The server logged: ${line}`)))
})

/** Also those whose failure the server or the test ignored. */
afterEach(() => {
  const [first] = takeRefused()
  if (first) throw new Error(first)
})
