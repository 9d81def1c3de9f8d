import { afterAll } from 'vitest'

import { endFile } from './end-of-file.ts'

/** Vitest's setupFiles: run before each file. The files of one worker share their modules, and nothing else. */
afterAll(endFile)
