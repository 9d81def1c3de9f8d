import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { NewRequestForm } from './create/NewRequestForm.tsx'
import { nothingYet } from './create/new-request.ts'
import { useStartedWith } from './create/use-started-with.ts'
import { newRequestWords } from './create/words.ts'

export function RequestCreatePage() {
  const { patient, form, isLoading } = useStartedWith()
  if (!isLoading) return <NewRequestForm start={{ ...nothingYet, patients: patient ? [patient] : [], form }} />
  return (
    <>
      <PageHeader title={newRequestWords.title} />
      <Panel>
        <Skeleton lines={8} />
      </Panel>
    </>
  )
}
