import { useState } from 'react'

import type { SecondFactors } from '#contract/own-account.ts'
import { formatDateTime } from '#domain/dates.ts'
import { api } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'

import { PasskeyNameDialog } from './PasskeyNameDialog.tsx'
import { RemoveFactorDialog } from './RemoveFactorDialog.tsx'
import type { Changes } from './SecurityPage.tsx'

type Passkey = SecondFactors['passkeys'][number]
type Doing = { what: 'add' } | { what: 'rename' | 'remove'; passkey: Passkey }

/** Passkeys sign in by themselves: the thing and its holder's finger, face or PIN. */
export function PasskeysSection({ factors, changes }: { factors: SecondFactors; changes: Changes }) {
  const [doing, setDoing] = useState<Doing>()
  const stop = () => setDoing(undefined)
  const named = doing?.what === 'remove' ? doing.passkey : undefined
  return (
    <LabelledSection
      label="Passkeys"
      description="Sign in with your finger, face or PIN instead of a password. A passkey cannot be guessed or given away."
    >
      <Stack gap="md">
        {factors.passkeys.length > 0 && (
          <ul className="passkeys">
            {factors.passkeys.map((passkey) => (
              <li key={passkey.id} className="passkeys__one">
                <div>
                  <b>{passkey.name}</b>
                  <p className="muted">
                    Added {formatDateTime(passkey.addedAt)}.{' '}
                    {passkey.lastUsedAt ? `Last used ${formatDateTime(passkey.lastUsedAt)}.` : 'Not used yet.'}
                  </p>
                </div>
                <Row>
                  <Button size="sm" aria-label={`Rename ${passkey.name}`} onClick={() => setDoing({ what: 'rename', passkey })}>
                    Rename
                  </Button>
                  <Button
                    size="sm"
                    kind="urgent-secondary"
                    aria-label={`Remove ${passkey.name}`}
                    onClick={() => setDoing({ what: 'remove', passkey })}
                  >
                    Remove
                  </Button>
                </Row>
              </li>
            ))}
          </ul>
        )}
        <Row>
          <Button kind={factors.passkeys.length > 0 ? 'secondary' : 'primary'} onClick={() => setDoing({ what: 'add' })}>
            Add a passkey
          </Button>
        </Row>
      </Stack>
      <PasskeyNameDialog
        key={doing?.what === 'rename' ? doing.passkey.id : 'new'}
        passkey={doing?.what === 'rename' ? doing.passkey : undefined}
        isOpen={doing?.what === 'add' || doing?.what === 'rename'}
        changes={changes}
        onClose={stop}
      />
      <RemoveFactorDialog
        title={named ? `Remove ${named.name}?` : 'Remove the passkey?'}
        confirmLabel="Remove passkey"
        isOpen={named !== undefined}
        remove={() => api.secondFactors.removePasskey({ params: { id: named!.id } })}
        onRemoved={changes.refresh}
        onClose={stop}
      />
    </LabelledSection>
  )
}
