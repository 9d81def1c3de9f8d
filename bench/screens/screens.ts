import type { Bench } from '../harness/bench.ts'
import { withBrowser } from './browser.ts'
import { measureBuilder } from './builder.ts'
import { measureSlowDevice } from './slow-device.ts'
import { measureWorklistRows } from './worklist-rows.ts'

/** The screens on which most is drawn, one after the other in one browser. */
export const benchScreens: Bench = ({ isQuick }) =>
  withBrowser(async (page) => {
    const presses = isQuick ? 6 : 60
    return [await measureBuilder(page, presses), await measureWorklistRows(page, presses), await measureSlowDevice(page, isQuick ? 1 : 7)]
  })
