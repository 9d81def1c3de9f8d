import { useMutation } from '@tanstack/react-query'

import type { PepConfig } from '#contract/pep.ts'
import { pepFailureWords, type PepPlaceKind } from '#domain/pep.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { pepTestWords as words } from '#web/staff/organisations/words.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'

type PepTestProps = { organisationId: string; config: PepConfig }

/** Calls the PEP with the saved configuration and says what failed. */
export function PepTest({ organisationId, config }: PepTestProps) {
  const test = useMutation({ mutationFn: (_of: PepConfig) => api.pepConfig.test({ params: { id: organisationId } }) })
  // The result of an earlier configuration says nothing about this one.
  const isCurrent = test.variables === config && !test.isPending
  return (
    <LabelledSection label={words.label} level={3} size="sm" description={words.text}>
      <Stack>
        <Row>
          <Button isPending={test.isPending} pendingLabel={words.testing} onClick={() => test.mutate(config)}>
            {words.test}
          </Button>
        </Row>
        {isCurrent && test.data && <Result result={test.data} config={config} />}
        {isCurrent && test.isError && <Alert kind="danger">{wordsOf(test.error)}</Alert>}
      </Stack>
    </LabelledSection>
  )
}

function Result({ result, config }: { result: Awaited<ReturnType<typeof api.pepConfig.test>>; config: PepConfig }) {
  if (result.outcome === 'no_answer')
    return (
      <Alert kind="danger" title={words.failed}>
        {pepFailureWords[result.reason]}
      </Alert>
    )
  const wanted: [PepPlaceKind, boolean][] = [
    ['department', config.findsDepartments],
    ['clinic', config.findsClinics],
  ]
  const missing = wanted.flatMap(([kind, isWanted]) => (isWanted && !result.finds.includes(kind) ? [kind] : []))
  return (
    <>
      <Alert kind="success">{words.connected(result.name)}</Alert>
      {missing.map((kind) => (
        <Alert key={kind} kind="warning">
          {words.cannotFind[kind]}
        </Alert>
      ))}
    </>
  )
}
