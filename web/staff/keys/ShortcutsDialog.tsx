import { pathTo } from '#web/staff/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Link } from '#web/ui/Link.tsx'
import { setSingleKeys, useSingleKeys } from '#web/ui/single-keys.ts'

import { type KeyList, useKeyLists } from './screen-keys.ts'
import { everywhereKeys, shortcutWords as words } from './words.ts'

/** The keys of the screen that is shown and of every screen, and the switch that turns keys of one character off (WCAG 2.2, 2.1.4). */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const areOn = useSingleKeys()
  const lists = [...useKeyLists(), { title: words.everywhere, keys: everywhereKeys }]
  return (
    <Dialog title={words.title} isOpen onClose={onClose}>
      <Stack>
        <Checkbox label={words.single} hint={words.singleHint} checked={areOn} onChange={({ target }) => setSingleKeys(target.checked)} />
        {lists.map((list) => (
          <KeysOf key={list.title} {...list} />
        ))}
        <p className="muted">{words.text}</p>
        <p>
          <Link href={pathTo('help')} onClick={onClose}>
            {words.help}
          </Link>
        </p>
        <DialogActions>
          <Button onClick={onClose}>{words.close}</Button>
        </DialogActions>
      </Stack>
    </Dialog>
  )
}

const KeysOf = ({ title, keys }: KeyList) => (
  <LabelledSection label={title} size="base">
    <dl className="shortcuts">
      {keys.map(([key, what]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  </LabelledSection>
)
