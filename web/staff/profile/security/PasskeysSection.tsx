import { useState } from 'react'

import type { SecondFactors } from '#contract/own-account.ts'
import { formatDateTime } from '#domain/dates.ts'
import { api } from '#web/api/client.ts'
import { passkeyWords } from '#web/staff/profile/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'

import { PasskeyNameDialog } from './PasskeyNameDialog.tsx'
import { RemoveFactorDialog } from './RemoveFactorDialog.tsx'
import type { Changes } from './SecurityPage.tsx'

type Passkey = SecondFactors['passkeys'][number]
type OpenDialog = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey }

/** A passkey is two factors in one: the device, and the fingerprint, face or PIN of its owner. */
export function PasskeysSection({ factors, changes }: { factors: SecondFactors; changes: Changes }) {
  const [dialog, setDialog] = useState<OpenDialog>()
  const close = () => setDialog(undefined)
  const removed = dialog?.kind === 'remove' ? dialog.passkey : undefined
  return (
    <LabelledSection label={passkeyWords.label} description={passkeyWords.description}>
      <Stack gap="md">
        {factors.passkeys.length > 0 && (
          <ul className="passkeys">
            {factors.passkeys.map((passkey) => (
              <li key={passkey.id} className="passkeys__one">
                <div>
                  <b>{passkey.name}</b>
                  <p className="muted">
                    {passkeyWords.used(
                      formatDateTime(passkey.addedAt),
                      passkey.lastUsedAt ? formatDateTime(passkey.lastUsedAt) : undefined,
                    )}
                  </p>
                </div>
                <Row>
                  <Button
                    size="sm"
                    aria-label={passkeyWords.renameOne(passkey.name)}
                    onClick={() => setDialog({ kind: 'rename', passkey })}
                  >
                    {passkeyWords.rename}
                  </Button>
                  <Button
                    size="sm"
                    kind="urgent-secondary"
                    aria-label={passkeyWords.removeOne(passkey.name)}
                    onClick={() => setDialog({ kind: 'remove', passkey })}
                  >
                    {passkeyWords.remove}
                  </Button>
                </Row>
              </li>
            ))}
          </ul>
        )}
        <Row>
          <Button kind={factors.passkeys.length > 0 ? 'secondary' : 'primary'} onClick={() => setDialog({ kind: 'add' })}>
            {passkeyWords.add}
          </Button>
        </Row>
      </Stack>
      <PasskeyNameDialog
        key={dialog?.kind === 'rename' ? dialog.passkey.id : 'new'}
        passkey={dialog?.kind === 'rename' ? dialog.passkey : undefined}
        isOpen={dialog?.kind === 'add' || dialog?.kind === 'rename'}
        changes={changes}
        onClose={close}
      />
      <RemoveFactorDialog
        title={passkeyWords.removeTitle(removed?.name ?? '')}
        confirmLabel={passkeyWords.removeConfirm}
        text={passkeyWords.removeText}
        isOpen={removed !== undefined}
        remove={() => api.secondFactors.removePasskey({ params: { id: removed!.id } })}
        onRemoved={changes.refresh}
        onClose={close}
      />
    </LabelledSection>
  )
}
