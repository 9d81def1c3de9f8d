import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'

import type { FormDetails } from '#contract/forms.ts'
import { differencesOf } from '#domain/form/difference/difference.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { copyOf } from '#web/staff/forms/use-copy-form.ts'
import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { notify } from '#web/ui/notify.ts'
import { RadioGroup } from '#web/ui/RadioGroup.tsx'
import { ScrollRegion } from '#web/ui/ScrollRegion.tsx'

import { DifferenceList, differenceWords } from './DifferenceList.tsx'
import { useVersionText } from './version-text.ts'

type RestoreDialogProps = { form: FormDetails; version: number; onClose: () => void }

/** An old version becomes the draft again. What the draft says now is kept as a form of its own, unless somebody says otherwise. */
export function RestoreDialog({ form, version, onClose }: RestoreDialogProps) {
  const { can } = useSession()
  const isAsked = form.isChanged
  const [isKept, setKept] = useState(can('form:create'))
  const restore = useRestore(form, version, onClose)
  return (
    <Dialog title={`Restore version ${version} as the draft?`} isOpen isBusy={restore.isPending} onClose={onClose}>
      <Stack>
        <p>Patients go on being asked what is live, until you publish the draft.</p>
        {isAsked && (
          <>
            <Alert kind="warning">The draft has changes that were never published.</Alert>
            <RadioGroup
              label="What becomes of them?"
              options={[
                { value: 'keep', label: 'Keep them as a form of its own', hint: copyTitle(form), disabled: !can('form:create') },
                { value: 'replace', label: 'Replace them', hint: 'They are gone then.' },
              ]}
              value={isKept ? 'keep' : 'replace'}
              onChange={(value) => setKept(value === 'keep')}
            />
          </>
        )}
        <WhatChanges form={form} version={version} />
        {restore.isError && <Alert kind="danger">{wordsOf(restore.error)}</Alert>}
      </Stack>
      <DialogActions>
        <Button kind="primary" isPending={restore.isPending} onClick={() => restore.mutate(isAsked && isKept)}>
          Restore version {version}
        </Button>
        <Button disabled={restore.isPending} onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const copyTitle = ({ title }: FormDetails) => `Draft of ${title}`.slice(0, 200)

function WhatChanges({ form, version }: Pick<RestoreDialogProps, 'form' | 'version'>) {
  const { text } = useVersionText(form, version)
  if (!text) return null
  const differences = differencesOf({ ...form, definition: form.draft }, text)
  return (
    <details>
      <summary>What changes in the draft: {differenceWords(differences)}</summary>
      <ScrollRegion label="What changes in the draft" className="difference-box">
        <DifferenceList differences={differences} />
      </ScrollRegion>
    </details>
  )
}

function useRestore(form: FormDetails, version: number, onDone: () => void) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const isKept = useRef(false)
  return useMutation({
    mutationFn: async (isKeeping: boolean) => {
      // Kept once, however often restoring is tried.
      if (isKeeping && !isKept.current) await api.forms.create({ body: copyOf(form, copyTitle(form)) })
      isKept.current ||= isKeeping
      return api.formVersions.restore({ params: { id: form.id, version }, body: { draftRevision: form.draftRevision } })
    },
    onSuccess: async (restored) => {
      queryClient.setQueryData(q(api.forms.get, { params: { id: form.id } }).queryKey, restored)
      notify({ label: `The draft says what version ${version} said. Publish it to ask it again.`, kind: 'success' })
      onDone()
      await queryClient.invalidateQueries({ queryKey: [api.forms.list.key] })
      await router.navigate({ to: pathTo('formManage', { id: form.id }) })
    },
    // Somebody may have saved meanwhile: what is shown here is read again.
    onError: () => queryClient.invalidateQueries({ queryKey: q(api.forms.get, { params: { id: form.id } }).queryKey }),
  })
}
