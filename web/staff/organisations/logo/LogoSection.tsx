import './logo.scss'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import type { Organisation } from '#contract/organisations.ts'
import { api } from '#web/api/client.ts'
import { fieldErrorsOf, wordsOf } from '#web/api/refusal.ts'
import { refreshOrganisation } from '#web/staff/organisations/refresh-organisation.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { notify } from '#web/ui/notify.ts'

import { LogoSamples } from './LogoSamples.tsx'
import { readLogo, type ChosenLogo } from './read-logo.ts'
import { useLogo } from './use-logo.ts'

/** The logo as it is, one that was chosen as it would be, and nothing saved before it was seen (ORG-3). */
export function LogoSection({ organisation }: { organisation: Organisation }) {
  const queryClient = useQueryClient()
  const samples = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<Extract<ChosenLogo, { picture: File }>>()
  const [refusal, setRefusal] = useState<string>()
  const [uses, setUses] = useState(0)
  const [isRemoving, setRemoving] = useState(false)
  const current = useLogo(organisation)
  const params = { id: organisation.id }

  const settle = async (label: string) => {
    await refreshOrganisation(queryClient)
    notify({ label, kind: 'success' })
    drop()
  }
  const save = useMutation({
    mutationFn: (body: File) => api.logos.set({ params, body }),
    onSuccess: () => settle('The logo was saved.'),
  })
  const remove = useMutation({
    mutationFn: () => api.logos.remove({ params }),
    onSuccess: async () => {
      setRemoving(false)
      await settle('The logo was removed.')
    },
  })

  const take = async (file: File) => {
    save.reset()
    const read = await readLogo(file)
    setChosen('picture' in read ? read : undefined)
    setRefusal('picture' in read ? undefined : read.refusal)
  }
  // The button that was pressed is gone: the focus goes to what it was about.
  function drop() {
    setChosen(undefined)
    setRefusal(undefined)
    setUses(uses + 1)
    samples.current?.focus()
  }

  const error = refusal ?? (save.isError ? (fieldErrorsOf(save.error)['logo'] ?? wordsOf(save.error)) : undefined)
  const isPreview = chosen !== undefined
  return (
    <LabelledSection label="Logo" description="It stands in the header of Formward, and above the forms that patients fill in.">
      <Stack>
        <div
          ref={samples}
          className="logo-place"
          tabIndex={-1}
          role="group"
          aria-label={isPreview ? 'Preview of the new logo' : 'Current logo'}
        >
          <LogoSamples address={chosen?.address ?? current} organisation={organisation} isPreview={isPreview} />
        </div>
        {isPreview && (
          <Row>
            <Button kind="primary" isPending={save.isPending} pendingLabel="Saving…" onClick={() => save.mutate(chosen.picture)}>
              Save logo
            </Button>
            <Button disabled={save.isPending} onClick={drop}>
              Cancel
            </Button>
          </Row>
        )}
        <FileDrop
          key={uses}
          label={organisation.logo === null ? 'Choose a logo' : 'Choose another logo'}
          hint="PNG, JPEG or WebP, at most 512 kB and 2,000 × 2,000 pixels"
          accept="image/png,image/jpeg,image/webp"
          error={error}
          isBusy={save.isPending}
          onFile={(file) => void take(file)}
        />
        {organisation.logo !== null && !isPreview && (
          <Row>
            <Button kind="urgent-secondary" onClick={() => setRemoving(true)}>
              Remove logo
            </Button>
          </Row>
        )}
      </Stack>
      <ConfirmDialog
        title="Remove the logo?"
        isOpen={isRemoving}
        confirmLabel="Remove logo"
        isPending={remove.isPending}
        error={remove.isError ? wordsOf(remove.error) : undefined}
        onConfirm={() => remove.mutate()}
        onClose={() => setRemoving(false)}
      >
        <p>The name of the organisation stands alone from then on, also on the pages of patients.</p>
      </ConfirmDialog>
    </LabelledSection>
  )
}
