import { use } from 'react'

import { isDialogOpen, type KeyList, useScreenKeys } from '#web/staff/keys/screen-keys.ts'
import { RouterLink } from '#web/staff/shell/RouterLink.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LinkContext, type LinkProps } from '#web/ui/Link.tsx'

import { useListPosition } from './use-list-position.ts'
import { neighbourWords as words } from './neighbour-words.ts'
import { RequestAddress } from './request-address.ts'

const neighbourKeys: KeyList = {
  title: words.keys.title,
  keys: [
    ['j', words.keys.next],
    ['k', words.keys.previous],
  ],
}

// Back leads to the list, however many form requests were read.
const renderStep = (props: LinkProps) => <RouterLink {...props} replace />
const renderStepBeside = (props: LinkProps) => <RouterLink {...props} replace resetScroll={false} />

/** Links to the previous and next form request of the list that the user came from, over all of its pages, and their keys. */
export function PreviousAndNext({ id }: { id: string }) {
  const position = useListPosition(id)
  return position ? <Neighbours position={position} /> : null
}

function Neighbours({ position }: { position: NonNullable<ReturnType<typeof useListPosition>> }) {
  const { list, place, total, isAtLeast, previous, next, isLast, openNext, openPrevious } = position
  const { addressOf, isBeside } = use(RequestAddress)
  useScreenKeys(neighbourKeys, (key) => {
    // A dialog that was opened while the next page loaded keeps what is typed in it.
    const mayOpen = () => !isDialogOpen()
    if (key === 'j') void openNext(mayOpen)
    else if (key === 'k') void openPrevious(mayOpen)
    else return false
    return true
  })
  return (
    <nav className="neighbours" aria-label={words.lists[list]}>
      <LinkContext value={isBeside ? renderStepBeside : renderStep}>
        {previous && (
          <ButtonLink size="sm" kind="link" href={addressOf(previous)}>
            <Icon name="arrowLeft" /> {words.previous}
          </ButtonLink>
        )}
        <span className="muted">
          {words.position(place, total, isAtLeast)}
          {isLast && total > 1 && <> · {words.end}</>}
        </span>
        {next && (
          <ButtonLink size="sm" kind="link" href={addressOf(next)}>
            {words.next} <Icon name="arrowRight" />
          </ButtonLink>
        )}
      </LinkContext>
    </nav>
  )
}
