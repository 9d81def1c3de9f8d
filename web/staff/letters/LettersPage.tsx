import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'

import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { useListPage } from '#web/staff/lists/ListPanel.tsx'
import { useListSearch } from '#web/staff/lists/use-list-search.ts'
import { pathTo } from '#web/staff/paths.ts'
import { waitingLetterList } from '#web/staff/searches.ts'
import { useSession } from '#web/staff/session.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabNav } from '#web/ui/TabNav.tsx'

import { LetterBatches } from './LetterBatches.tsx'
import { MakeBatchDialog } from './MakeBatchDialog.tsx'
import { WaitingLetters } from './WaitingLetters.tsx'
import { lettersPageWords as words } from './words.ts'
import './letters.scss'

/** The letters that wait to be printed, and the batches in which letters were printed (NOT-10). */
export function LettersPage() {
  const { tab = 'waiting' } = useSearch({ from: '/inside/letters' })
  const [isMaking, setMaking] = useState(false)
  const list = useListSearch(waitingLetterList)
  // On the other tab the address is that of the batches; the first page tells how many letters wait.
  const query = tab === 'waiting' ? list.query : waitingLetterList.queryOf({})
  const found = useListPage({ ...q(api.letters.list, { query }), refetchInterval: 30_000 })
  const { printable = 0, hasContactPhone = true, totalDocs } = found.data ?? {}
  return (
    <>
      <PageHeader
        title={words.title}
        description={words.description}
        actions={
          printable > 0 &&
          hasContactPhone && (
            <Button kind="primary" onClick={() => setMaking(true)}>
              {words.make(printable)}
            </Button>
          )
        }
      />
      <Stack>
        {!hasContactPhone && <NoPhone />}
        <TabNav
          label={words.tabs.label}
          current={tab}
          tabs={[
            { id: 'waiting', label: words.tabs.waiting, href: pathTo('lettersList'), count: totalDocs },
            { id: 'batches', label: words.tabs.batches, href: pathTo('lettersList', {}, { tab: 'batches' }) },
          ]}
        />
        {tab === 'waiting' ? <WaitingLetters list={list} found={found} /> : <LetterBatches />}
      </Stack>
      {isMaking && <MakeBatchDialog printable={printable} onClose={() => setMaking(false)} />}
    </>
  )
}

/** Without a phone number no batch can be made. */
function NoPhone() {
  const { can } = useSession()
  const mayChange = can('tenant:update')
  return (
    <Alert
      kind="warning"
      title={words.noPhone.title}
      actions={
        mayChange && (
          <ButtonLink size="sm" href={pathTo('organisationSettings', {}, { tab: 'settings' })}>
            {words.noPhone.settings}
          </ButtonLink>
        )
      }
    >
      {mayChange ? words.noPhone.text : words.noPhone.ask}
    </Alert>
  )
}
