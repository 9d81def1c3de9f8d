import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Answering } from '#contract/answering.ts'
import { assistedChannelLabels } from '#domain/answering.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { isStatus, wordsOf } from '#web/api/refusal.ts'
import { pathTo } from '#web/staff/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { AnswerForm } from './answering/AnswerForm.tsx'
import { StartAnswering } from './answering/StartAnswering.tsx'
import { answeringWords as words, sentWords } from './answering/words.ts'
import { fullName } from './worklist/request-columns.tsx'

/** A user answers a form for a patient: by phone, in person, from paper or with an interpreter (PTN-6). */
export function AnswerPage({ id }: { id: string }) {
  // What is typed here must not be replaced by an answer that comes later.
  const { data, error, refetch } = useQuery({
    ...q(api.answering.get, { params: { id } }),
    refetchOnWindowFocus: false,
    staleTime: Infinity,
    gcTime: 0,
  })
  const [started, setStarted] = useState<Answering>()
  const [redFlags, setRedFlags] = useState<string[]>()
  const answering = started ?? data
  if (error && !answering)
    return (
      <>
        <PageHeader title={words.unknownTitle} />
        <ErrorState onRetry={isStatus(error, 404) ? undefined : () => void refetch()}>{wordsOf(error)}</ErrorState>
      </>
    )
  if (!answering)
    return (
      <>
        <PageHeader title={words.unknownTitle} />
        <Panel>
          <Skeleton lines={8} />
        </Panel>
      </>
    )
  const { form, patient, session, draft, ended } = answering
  const back = (
    <ButtonLink href={pathTo('requestDetails', { id })} kind={redFlags ? 'primary' : 'secondary'}>
      {words.back}
    </ButtonLink>
  )
  return (
    <>
      <PageHeader
        title={words.title(fullName(patient))}
        description={session ? `${form.title} · ${assistedChannelLabels[session.channel]}` : form.title}
        actions={back}
      />
      {redFlags ? (
        <Sent redFlags={redFlags} />
      ) : ended !== null ? (
        <Alert kind="warning" title={words.ended}>
          {ended}
        </Alert>
      ) : session && draft ? (
        <AnswerForm answering={{ ...answering, session, draft }} onSent={setRedFlags} />
      ) : (
        <StartAnswering answering={answering} onStarted={setStarted} />
      )}
    </>
  )
}

/** The red flags come first: a clinician must hear of them while the person may still be on the phone. */
const Sent = ({ redFlags }: { redFlags: string[] }) => (
  <Stack>
    {redFlags.length > 0 && (
      <Alert kind="danger" title={sentWords.flags(redFlags.length)}>
        <ul>
          {redFlags.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
        <p>{sentWords.flagsText}</p>
      </Alert>
    )}
    <Alert kind="success" title={sentWords.title}>
      {sentWords.text}
    </Alert>
  </Stack>
)
