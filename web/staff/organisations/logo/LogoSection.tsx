import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import type { Organisation } from '#contract/organisations.ts'
import { logoLimits, logoProblem, readPicture } from '#domain/logo.ts'
import { api } from '#web/api/client.ts'
import { fieldErrorsOf, wordsOf } from '#web/api/refusal.ts'
import { refreshOrganisation } from '#web/staff/organisations/refresh-organisation.ts'
import { logoWords } from '#web/staff/organisations/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { notify } from '#web/ui/notify.ts'

import { addressOf, useLogo } from './use-logo.ts'
import './logo.scss'

/** Shows the current logo, and a preview of a new one before it is saved (ORG-3). */
export function LogoSection({ organisation }: { organisation: Organisation }) {
  const queryClient = useQueryClient()
  const samples = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<Extract<ChosenLogo, { picture: File }>>()
  const [refusal, setRefusal] = useState<string>()
  const [choices, setChoices] = useState(0)
  const [isRemoving, setRemoving] = useState(false)
  const current = useLogo(organisation)
  const params = { id: organisation.id }

  const finish = async (label: string) => {
    await refreshOrganisation(queryClient)
    notify({ label, kind: 'success' })
    discardChoice()
  }
  const save = useMutation({
    mutationFn: (body: File) => api.logos.set({ params, body }),
    onSuccess: () => finish(logoWords.saved),
  })
  const remove = useMutation({
    mutationFn: () => api.logos.remove({ params }),
    onSuccess: async () => {
      setRemoving(false)
      await finish(logoWords.removed)
    },
  })

  const choose = async (file: File) => {
    save.reset()
    const read = await readLogo(file)
    setChosen('picture' in read ? read : undefined)
    setRefusal('picture' in read ? undefined : read.refusal)
  }
  // The pressed button disappears, so the focus moves to the logo.
  function discardChoice() {
    setChosen(undefined)
    setRefusal(undefined)
    setChoices(choices + 1)
    samples.current?.focus()
  }

  const error = refusal ?? (save.isError ? (fieldErrorsOf(save.error)['logo'] ?? wordsOf(save.error)) : undefined)
  const isPreview = chosen !== undefined
  return (
    <LabelledSection label={logoWords.label} description={logoWords.description}>
      <Stack>
        <div ref={samples} className="logo-place" tabIndex={-1} role="group" aria-label={isPreview ? logoWords.preview : logoWords.current}>
          <LogoSamples address={chosen?.address ?? current} organisation={organisation} isPreview={isPreview} />
        </div>
        {isPreview && (
          <Row>
            <Button kind="primary" isPending={save.isPending} pendingLabel={logoWords.saving} onClick={() => save.mutate(chosen.picture)}>
              {logoWords.save}
            </Button>
            <Button disabled={save.isPending} onClick={discardChoice}>
              {logoWords.cancel}
            </Button>
          </Row>
        )}
        <FileDrop
          key={choices}
          label={organisation.logo === null ? logoWords.choose : logoWords.chooseAnother}
          hint={logoWords.limits}
          accept="image/png,image/jpeg,image/webp"
          error={error}
          isBusy={save.isPending}
          onFile={(file) => void choose(file)}
        />
        {organisation.logo !== null && !isPreview && (
          <Row>
            <Button kind="urgent-secondary" onClick={() => setRemoving(true)}>
              {logoWords.remove}
            </Button>
          </Row>
        )}
      </Stack>
      <ConfirmDialog
        title={logoWords.removeTitle}
        isOpen={isRemoving}
        confirmLabel={logoWords.remove}
        isPending={remove.isPending}
        error={remove.isError ? wordsOf(remove.error) : undefined}
        onConfirm={() => remove.mutate()}
        onClose={() => {
          setRemoving(false)
          remove.reset()
        }}
      >
        <p>{logoWords.removeText}</p>
      </ConfirmDialog>
    </LabelledSection>
  )
}

type LogoSamplesProps = { address: string | undefined; organisation: Organisation; isPreview: boolean }

/** The logo on the colour of the header and on the white of the patient forms. */
function LogoSamples({ address, organisation: { name, logo }, isPreview }: LogoSamplesProps) {
  if (address === undefined) return <p className="muted">{logo === null && !isPreview ? logoWords.none : logoWords.loading}</p>
  return (
    <div className="logo-samples">
      <div className="logo-samples__header">
        <img src={address} alt={logoWords.alt(name)} />
        <span>{name}</span>
      </div>
      <div className="logo-samples__sheet">
        <img src={address} alt="" />
      </div>
    </div>
  )
}

type ChosenLogo = { picture: File; address: string } | { refusal: string }

/** Checks the chosen file before it is sent: with the rules of the server, and then whether the browser can draw the picture. */
export async function readLogo(file: File): Promise<ChosenLogo> {
  // One byte over the limit is enough to refuse a file of any size.
  const bytes = new Uint8Array(await file.slice(0, logoLimits.bytes + 1).arrayBuffer())
  const refusal = logoProblem(bytes)
  if (refusal !== undefined) return { refusal }
  const picture = new File([bytes], 'logo', { type: readPicture(bytes)?.type ?? '' })
  const drawn = await createImageBitmap(picture).catch(() => undefined)
  drawn?.close()
  return drawn ? { picture, address: await addressOf(picture) } : { refusal: logoWords.damaged }
}
