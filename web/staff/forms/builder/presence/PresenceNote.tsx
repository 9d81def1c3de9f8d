import type { FormEditor } from '#contract/form-versions.ts'
import { Icon } from '#web/ui/Icon.tsx'

const list = new Intl.ListFormat('en-GB')

/** Who else has this form open. Always there, so that a screen reader hears of whoever comes. */
export function PresenceNote({ others }: { others: readonly FormEditor[] }) {
  const names = [...new Set(others.filter(({ isOwn }) => !isOwn).map(({ name }) => name))]
  if (others.some(({ isOwn }) => isOwn)) names.push(names.length > 0 ? 'you in another window' : 'You, in another window,')
  return (
    <div role="status">
      {names.length > 0 && (
        <p className="presence">
          <Icon name="person" />
          <span>
            <strong>{list.format(names)}</strong> {names.length > 1 || names[0]?.startsWith('You') ? 'have' : 'has'} this form open too.
            Changes to different questions are put together.
          </span>
        </p>
      )}
    </div>
  )
}
