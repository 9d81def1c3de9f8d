import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import type { SecondFactors, TotpSetup } from '#contract/own-account.ts'
import { formatDateTime } from '#domain/dates.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { appWords } from '#web/staff/profile/words.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'

import { RemoveFactorDialog } from './RemoveFactorDialog.tsx'
import type { Changes } from './SecurityPage.tsx'
import { SetUpAppDialog } from './SetUpAppDialog.tsx'

export function AuthenticatorSection({ factors, changes }: { factors: SecondFactors; changes: Changes }) {
  const [setup, setSetup] = useState<TotpSetup>()
  const [isRemoving, setRemoving] = useState(false)
  const begin = useMutation({ mutationFn: () => api.secondFactors.beginTotp(), onSuccess: setSetup })
  const addedAt = factors.authenticatorAddedAt
  return (
    <LabelledSection label={appWords.label} description={appWords.description}>
      <Stack gap="md">
        {addedAt && <p>{appWords.addedOn(formatDateTime(addedAt))}</p>}
        {begin.isError && <Alert kind="danger">{wordsOf(begin.error)}</Alert>}
        <Row>
          <Button kind={addedAt ? 'secondary' : 'primary'} isPending={begin.isPending} onClick={() => begin.mutate()}>
            {addedAt ? appWords.setUpAnother : appWords.setUp}
          </Button>
          {addedAt && (
            <Button kind="urgent-secondary" onClick={() => setRemoving(true)}>
              {appWords.remove}
            </Button>
          )}
        </Row>
      </Stack>
      <SetUpAppDialog setup={setup} changes={changes} onClose={() => setSetup(undefined)} />
      <RemoveFactorDialog
        title={appWords.removeTitle}
        confirmLabel={appWords.remove}
        text={appWords.removeText}
        isOpen={isRemoving}
        remove={() => api.secondFactors.removeTotp()}
        onRemoved={changes.refresh}
        onClose={() => setRemoving(false)}
      />
    </LabelledSection>
  )
}
