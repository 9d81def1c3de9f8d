import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { SecondFactors } from '#contract/own-account.ts'
import { formatDate } from '#domain/dates.ts'
import { graceDays } from '#domain/sign-in-rules.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { administratorsWords, recoveryCodesWords, securityWords } from '#web/staff/profile/words.ts'
import { memberQuery, useSession } from '#web/staff/session.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { notify } from '#web/ui/notify.ts'

import { AuthenticatorSection } from './AuthenticatorSection.tsx'
import { PasskeysSection } from './PasskeysSection.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { SessionsSection } from './SessionsSection.tsx'

/** How a section of the page reports a change. */
export type Changes = {
  refresh: () => Promise<unknown>
  /** Shows a message, and the new recovery codes if there are any. */
  added: (message: string, recoveryCodes: string[]) => Promise<void>
}

/** The second factors, the passkeys and the sessions of the signed-in user. */
export function SecurityPage() {
  const { can } = useSession()
  const queryClient = useQueryClient()
  const { data: factors, error } = useQuery(q(api.secondFactors.read))
  const [codes, setCodes] = useState<string[]>([])
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: [api.secondFactors.read.key] }),
      queryClient.invalidateQueries(memberQuery), // the banner disappears with the first factor
    ])
  const added = async (label: string, recoveryCodes: string[]) => {
    notify({ label, kind: 'success' })
    setCodes(recoveryCodes)
    await refresh()
  }
  const changes: Changes = { refresh, added }
  const hasFactor = factors && (factors.authenticatorAddedAt !== null || factors.passkeys.length > 0)
  return (
    <>
      <PageHeader title={securityWords.title} description={securityWords.description} />
      <Stack>
        {error && <Alert kind="danger">{wordsOf(error)}</Alert>}
        {!factors && !error && <Skeleton />}
        {factors?.isRequired && <Alert>{securityWords.required}</Alert>}
        {factors && (
          <>
            <Panel>
              <AuthenticatorSection factors={factors} changes={changes} />
            </Panel>
            <Panel>
              <PasskeysSection factors={factors} changes={changes} />
            </Panel>
          </>
        )}
        {factors && hasFactor && (
          <Panel>
            <RecoveryCodesSection factors={factors} changes={changes} />
          </Panel>
        )}
        {factors && (
          <Panel>
            <SessionsSection />
          </Panel>
        )}
        {factors && can('admin::*') && (
          <Panel>
            <AdministratorsPolicy requiredFrom={factors.requiredFrom} onChanged={refresh} />
          </Panel>
        )}
      </Stack>
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes([])} />
    </>
  )
}

type AdministratorsPolicyProps = {
  /** the first day of the requirement; null when it is off */
  requiredFrom: string | null
  onChanged: () => Promise<unknown>
}

/** System administrators have no settings screen, so this page holds their requirement. */
function AdministratorsPolicy({ requiredFrom, onChanged }: AdministratorsPolicyProps) {
  const set = useMutation({
    mutationFn: (isRequired: boolean) => api.secondFactors.require({ body: { isRequired } }),
    onSettled: onChanged,
  })
  return (
    <LabelledSection label={administratorsWords.label}>
      <Stack gap="md">
        {set.isError && <Alert kind="danger">{wordsOf(set.error)}</Alert>}
        <Checkbox
          label={administratorsWords.require}
          hint={
            requiredFrom === null
              ? administratorsWords.hintWhenOff(graceDays)
              : administratorsWords.hintWhenOn(formatDate(requiredFrom), graceDays)
          }
          checked={requiredFrom !== null}
          disabled={set.isPending}
          onChange={(event) => set.mutate(event.target.checked)}
        />
      </Stack>
    </LabelledSection>
  )
}

/** The user is warned at this number of codes, and below. */
const fewCodes = 3

function RecoveryCodesSection({ factors, changes }: { factors: SecondFactors; changes: Changes }) {
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
