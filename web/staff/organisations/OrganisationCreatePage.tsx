import { useRouter } from '@tanstack/react-router'

import { pathTo } from '#web/staff/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { notify } from '#web/ui/notify.ts'

import { DetailsForm } from './details/DetailsForm.tsx'

export function OrganisationCreatePage() {
  const router = useRouter()
  return (
    <>
      <PageHeader
        title="Create Organisation"
        description="Next you add its first user. Sending hours and other settings start with default values. Change them under Settings."
      />
      <Panel>
        <DetailsForm
          actions={<ButtonLink href={pathTo('organisationList')}>Cancel</ButtonLink>}
          onSaved={({ id, name }) => {
            notify({ label: `${name} was created.`, kind: 'success' })
            void router.navigate({ to: pathTo('organisationDetails', { id }, { tab: 'users' }) })
          }}
        />
      </Panel>
    </>
  )
}
