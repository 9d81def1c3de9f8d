import type { RaisedFlag } from '#contract/scores.ts'

import { namedRedFlag } from './red-flag-words.ts'

/** The red flags that an answer or a score raised, under it in its list. */
export const RedFlagMarks = ({ redFlags }: { redFlags: readonly RaisedFlag[] }) =>
  redFlags.map(({ id, name }) => (
    <dd key={id} className="red-flag-mark">
      {namedRedFlag(name)}
    </dd>
  ))
