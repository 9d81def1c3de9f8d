import { describe, expect, test } from 'vitest'

import { isStopText } from './stop-text.ts'

describe('isStopText', () => {
  test.each(['STOP', 'stop', ' Stop. ', '“STOP”', 'Stop all', 'STOPALL!', 'unsubscribe', 'end', 'Quit', 'cancel', 'S T O P\n'])(
    '%j asks for no more messages (NOT-5)',
    (text) => expect(isStopText(text)).toBe(true),
  )
  test.each(['', 'Please stop by at 10', 'I cancel my appointment', 'Stopped', 'yes', 'weekend'])(
    '%j does not ask for it (NOT-5)',
    (text) => expect(isStopText(text)).toBe(false),
  )
})
