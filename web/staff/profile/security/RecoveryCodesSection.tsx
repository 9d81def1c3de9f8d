import { useMutation } from '@tanstack/react-query'

import type { SecondFactors } from '#contract/own-account.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'

import type { Changes } from './SecurityPage.tsx'

/** From here on somebody is warned. */
const few = 3

export function RecoveryCodesSection({ factors, changes }: { factors: SecondFactors; changes: Changes }) {
  const make = useMutation({
    mutationFn: () => api.secondFactors.makeRecoveryCodes(),
    onSuccess: ({ recoveryCodes }) => changes.added('New recovery codes were made.', recoveryCodes),
  })
  const left = factors.recoveryCodesLeft
  return (
    <LabelledSection label="Recovery codes" description="For the day your phone or passkey is lost.">
      <Stack gap="md">
        {left <= few ? (
          <Alert kind="warning">
            {left === 0 ? 'You have no recovery codes left.' : `Only ${left} of your recovery codes ${left === 1 ? 'is' : 'are'} left.`}{' '}
            Make new ones.
          </Alert>
        ) : (
          <p>{left} of 10 left.</p>
        )}
        {make.isError && <Alert kind="danger">{wordsOf(make.error)}</Alert>}
        <Row>
          <Button isPending={make.isPending} onClick={() => make.mutate()}>
            Make new recovery codes
          </Button>
        </Row>
      </Stack>
    </LabelledSection>
  )
}
