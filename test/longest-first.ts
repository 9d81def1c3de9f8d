import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, first, so that no worker is left alone with one at the end. A clean clone has no times of an earlier run. */
const longest = [
  'test/survival/survival.test.ts',
  'test/running.test.ts',
  'test/attacks.test.ts',
  'server/patient-pages/in-the-browser.test.ts',
  'test/isolation/walk.test.ts',
  'server/imports/upload-import.test.ts',
  'server/documents/spreadsheet/hostile.test.ts',
  'database/embedded.test.ts',
  'server/members/create-system-administrator.test.ts',
  'test/at-once.test.ts',
  'server/documents/pdf/write-pdf.test.ts',
  'server/identity/upstream/broker.test.ts',
  'server/imports/complete-import.test.ts',
  'server/imports/duplicates-and-undoing.test.ts',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const place = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((name) => moduleId.endsWith(`/${name}`))
      return found < 0 ? longest.length : found
    }
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}
