import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { securityWords } from '#web/staff/profile/words.ts'
import { memberQuery, useSession } from '#web/staff/session.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { AdministratorsPolicy } from './AdministratorsPolicy.tsx'
import { AuthenticatorSection } from './AuthenticatorSection.tsx'
import { PasskeysSection } from './PasskeysSection.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { RecoveryCodesSection } from './RecoveryCodesSection.tsx'
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
