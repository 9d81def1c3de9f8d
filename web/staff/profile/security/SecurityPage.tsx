import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
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

/** What every part of the screen changes things with. */
export type Changes = {
  refresh: () => Promise<unknown>
  /** Says so, and shows the codes that came with it. */
  added: (words: string, recoveryCodes: string[]) => Promise<void>
}

/** How one signs in: what besides the password, or instead of it. */
export function SecurityPage() {
  const { can } = useSession()
  const queryClient = useQueryClient()
  const { data: factors, error } = useQuery(q(api.secondFactors.read))
  const [codes, setCodes] = useState<string[]>([])
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: [api.secondFactors.read.key] }),
      queryClient.invalidateQueries(memberQuery), // the banner goes with the first factor
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
      <PageHeader
        title="Sign-in security"
        description="How you sign in, and where you are signed in. We email you when a way of signing in is added or removed."
      />
      <Stack>
        {error && <Alert kind="danger">{wordsOf(error)}</Alert>}
        {!factors && !error && <Skeleton />}
        {factors?.isRequired && <Alert>Your organisation asks everybody for a second factor, so the last one cannot be removed.</Alert>}
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
