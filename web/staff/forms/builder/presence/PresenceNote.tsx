import type { FormEditor } from '#contract/form-versions.ts'
import { builderWords } from '#web/staff/forms/builder/words.ts'
import { Icon } from '#web/ui/Icon.tsx'

const list = new Intl.ListFormat('en-GB')

/** Names the other users who have this form open. The element always exists, so that screen readers announce a change. */
export function PresenceNote({ others }: { others: readonly FormEditor[] }) {
  const names = [...new Set(others.filter(({ isOwn }) => !isOwn).map(({ name }) => name))]
  const sentences = [
    ...(names.length > 0 ? [builderWords.openElsewhere(list.format(names), names.length > 1)] : []),
    ...(others.some(({ isOwn }) => isOwn) ? [builderWords.openInOtherWindow] : []),
  ]
  return (
    <div role="status">
      {sentences.length > 0 && (
        <p className="presence">
          <Icon name="person" />
          <span>{[...sentences, builderWords.merging].join(' ')}</span>
        </p>
      )}
    </div>
  )
}
