import { useId, useRef, useState } from 'react'
import type { DragEvent } from 'react'

import { Button } from './Button.tsx'
import { controlProps, FieldError } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { fileWords } from './field-words.ts'

type FileDropProps = {
  label: string
  hint?: string
  error?: string | undefined
  /** as in the accept attribute: '.xlsx' or 'image/png,image/jpeg'; the content is still checked after the choice */
  accept?: string
  isBusy?: boolean
  onFile: (file: File) => void
}

export function FileDrop({ label, hint, error, accept, isBusy = false, onFile }: FileDropProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [name, setName] = useState<string>()
  const take = (file: File | undefined) => {
    if (!file || isBusy) return
    setName(file.name)
    onFile(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  const hover = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    <div className={error ? 'field field--invalid' : 'field'} role="group" aria-labelledby={`${id}-label`}>
      <span className="field__label" id={`${id}-label`}>
        {label}
      </span>
      {hint && (
        <span className="field__hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      <FieldError id={id} error={error} />
      <div className="file-drop" data-over={isOver || undefined} onDragOver={hover} onDragLeave={() => setOver(false)} onDrop={drop}>
        <Icon name="upload" />
        <span className="file-drop__name" aria-live="polite">
          {name ?? fileWords.drop}
        </span>
        {/* The native input cannot be styled. The button below opens it and is used by the keyboard and screen readers. */}
        <input
          ref={input}
          type="file"
          accept={accept}
          hidden
          onChange={(event) => {
            take(event.target.files?.[0])
            event.target.value = '' // so that the same file can be chosen again after a correction
          }}
        />
        <Button
          isPending={isBusy}
          pendingLabel={fileWords.uploading}
          aria-describedby={controlProps(id, hint, error)['aria-describedby']}
          onClick={() => input.current?.click()}
        >
          {name ? fileWords.chooseAnother : fileWords.choose}
        </Button>
      </div>
    </div>
  )
}
