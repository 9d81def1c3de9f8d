import { Button } from '#web/ui/Button.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { notify } from '#web/ui/notify.ts'
import { TextField } from '#web/ui/TextField.tsx'

import { copyWords as words } from './words.ts'

/** A text to copy into another system. `name`: of the text in the middle of a sentence. */
export function CopyField({ label, name, value }: { label: string; name: string; value: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      notify({ label: words.copied, kind: 'success' })
    } catch {
      notify({ label: words.notCopied, kind: 'danger' })
    }
  }
  return (
    <Stack gap="sm">
      <TextField label={label} value={value} readOnly onFocus={({ target }) => target.select()} />
      <Row>
        <Button size="sm" onClick={() => void copy()}>
          {words.copy(name)}
        </Button>
      </Row>
    </Stack>
  )
}
