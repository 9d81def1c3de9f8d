import type { Question } from '#domain/form/definition.ts'
import type { Condition } from '#domain/form/logic/condition.ts'
import { conditionWords } from '#domain/form/logic/words.ts'
import { questionCategories } from '#domain/form/question.ts'
import { questionTypeLabel } from '#domain/form/question-types.ts'

import type { Change } from './difference.ts'

type Placed = { question: Question; all: readonly Question[] }

/** One thing a question has, in words; empty where it has none. `key`: what is compared, where equal words are not the same thing. */
type Aspect = { what: string; isMeaning: boolean; words: (placed: Placed) => string; key?: (question: Question) => string }

const words = (what: string, of: (question: Question) => string | undefined): Aspect => ({
  what,
  isMeaning: false,
  words: ({ question }) => of(question) ?? '',
})
const meaning = (what: string, of: (question: Question) => string | number | undefined): Aspect => ({
  what,
  isMeaning: true,
  words: ({ question }) => String(of(question) ?? ''),
})

/** Everything a question can have, but for its options: whoever adds a field says here whether it changes what answers mean. */
const aspects: Record<Exclude<keyof Question, 'id' | 'options'>, Aspect> = {
  title: words('Question', ({ title }) => title),
  hint: words('Hint', ({ hint }) => hint),
  body: words('Text', ({ body }) => body),
  type: meaning('Type', ({ type }) => questionTypeLabel(type)),
  required: meaning('Answer', ({ required }) => (required ? 'Required' : 'Optional')),
  showIf: {
    what: 'Shown',
    isMeaning: true,
    words: ({ question: { showIf }, all }) => (showIf ? `If ${conditionWords(showIf, all)}` : 'Always'),
    key: ({ showIf }) => conditionKey(showIf),
  },
  unit: meaning('Unit', ({ unit }) => unit),
  min: meaning('Minimum', ({ min }) => min),
  max: meaning('Maximum', ({ max }) => max),
  decimals: meaning('Decimal places', ({ decimals }) => decimals || undefined),
  lowLabel: words('Label for 0', ({ lowLabel }) => lowLabel),
  highLabel: words('Label for 10', ({ highLabel }) => highLabel),
  long: words('Answer length', ({ long }) => (long ? 'Several lines' : 'One line')),
  category: words('Category', ({ category }) => category && questionCategories[category]),
  linkId: words('Name in other systems', ({ linkId }) => linkId),
  codes: words('Terminology codes', ({ codes = [] }) =>
    codes.map(({ system, version, code }) => [[system, version].filter(Boolean).join('|'), code].filter(Boolean).join(' ')).join(', '),
  ),
  identifying: words('Could identify the patient', ({ identifying }) => (identifying ? 'Yes' : 'No')),
  protocol: words('Clinical protocol', ({ protocol = {} }) =>
    [
      protocol.why && `Reason: ${protocol.why}`,
      protocol.reader && `Read by: ${protocol.reader}`,
      protocol.risk && `If at risk: ${protocol.risk}`,
    ]
      .filter(Boolean)
      .join(' '),
  ),
}

export const aspectChanges = (old: Placed, now: Placed): Change[] =>
  Object.values(aspects).flatMap(({ what, isMeaning, words: wordsOf, key }) => {
    if (key && key(old.question) === key(now.question)) return []
    const [before, after] = [wordsOf(old), wordsOf(now)]
    return !key && before === after ? [] : [{ what, before, after, isMeaning }]
  })

/** Of one rule it makes no difference whether all or any must hold. */
export const conditionKey = (condition: Condition | undefined) =>
  condition
    ? JSON.stringify([
        condition.rules.length === 1 ? '' : condition.match,
        ...condition.rules.map(({ question, operator, value }) => [question, operator, value ?? '']),
      ])
    : ''
