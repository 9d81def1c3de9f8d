import type { Use } from '#domain/form/editing/uses-of.ts'
import { languageName } from '#domain/languages.ts'
import { questionWords } from '#web/staff/forms/builder/words.ts'

const words = questionWords.used

/** What uses the answer or the options of a question. */
export const UseList = ({ uses }: { uses: readonly Use[] }) => (
  <ul>
    {uses.map((use) => (
      <li key={`${use.kind} ${use.of.id}`} className="break">
        {inWords(use)}
      </li>
    ))}
  </ul>
)

function inWords(use: Use) {
  if (use.kind === 'condition') return words.condition(use.of.title || questionWords.untitled(use.of.type))
  if (use.kind === 'translation') return words.translation(languageName(use.of.id))
  return words[use.kind](use.of.name || words.unnamed)
}
