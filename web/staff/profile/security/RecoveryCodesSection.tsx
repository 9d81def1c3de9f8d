import { useMutation } from '@tanstack/react-query'

import type { SecondFactors } from '#contract/own-account.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { recoveryCodesWords } from '#web/staff/profile/words.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'

import type { Changes } from './SecurityPage.tsx'

/** The user is warned at this number of codes, and below. */
const fewCodes = 3

export function RecoveryCodesSection({ factors, changes }: { factors: SecondFactors; changes: Changes }) {
  const create = useMutation({
    mutationFn: () => api.secondFactors.makeRecoveryCodes(),
    onSuccess: ({ recoveryCodes }) => changes.added(recoveryCodesWords.created, recoveryCodes),
  })
  const left = factors.recoveryCodesLeft
  return (
    <LabelledSection label={recoveryCodesWords.label} description={recoveryCodesWords.description}>
      <Stack gap="md">
        {left <= fewCodes ? (
          <Alert kind="warning">{left === 0 ? recoveryCodesWords.none : recoveryCodesWords.few(left)}</Alert>
        ) : (
          <p>{recoveryCodesWords.left(left)}</p>
        )}
        {create.isError && <Alert kind="danger">{wordsOf(create.error)}</Alert>}
        <Row>
          <Button isPending={create.isPending} onClick={() => create.mutate()}>
            {recoveryCodesWords.create}
          </Button>
        </Row>
      </Stack>
    </LabelledSection>
  )
}
