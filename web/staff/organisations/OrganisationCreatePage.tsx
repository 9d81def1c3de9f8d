import { useRouter } from '@tanstack/react-router'

import { pathTo } from '#web/staff/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { notify } from '#web/ui/notify.ts'

import { DetailsForm } from './details/DetailsForm.tsx'
import { createOrganisationWords } from './words.ts'

export function OrganisationCreatePage() {
  const router = useRouter()
  return (
    <>
      <PageHeader title={createOrganisationWords.title} description={createOrganisationWords.description} />
      <Panel>
        <DetailsForm
          actions={<ButtonLink href={pathTo('organisationList')}>{createOrganisationWords.cancel}</ButtonLink>}
          onSaved={({ id, name }) => {
            notify({ label: createOrganisationWords.created(name), kind: 'success' })
            void router.navigate({ to: pathTo('organisationDetails', { id }, { tab: 'users' }) })
          }}
        />
      </Panel>
    </>
  )
}
