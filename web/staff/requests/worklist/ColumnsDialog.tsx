import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'

import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { FieldGroup } from '#web/ui/FieldGroup.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { RadioGroup } from '#web/ui/RadioGroup.tsx'
import { Select } from '#web/ui/Select.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'

import { type ColumnChoice, columnWidths, moveColumn } from './column-choice.ts'
import { requestColumns, type RequestColumnId } from './request-columns.tsx'
import { columnsDialogWords as words } from './words.ts'

const headerOf = (id: RequestColumnId) => requestColumns.find((column) => column.id === id)?.header ?? ''
const byAltKey: Record<string, -1 | 1> = { ArrowUp: -1, ArrowDown: 1 }

/** Chooses and orders the columns of the worklist, and sets their widths and the row height. The list behind shows each change at once (REQ-8). */
export function ColumnsDialog({ choice, onClose }: { choice: ColumnChoice; onClose: () => void }) {
  const { ids, widths, isUsual, setIds, setWidth, reset, rowHeight, setRowHeight } = choice
  const [said, setSaid] = useState('')
  const hidden = requestColumns.map(({ id }) => id).filter((id) => !ids.includes(id))
  const held = useRef<Element>(undefined)
  // An element that is moved in the page loses the focus.
  useLayoutEffect(() => {
    if (held.current instanceof HTMLElement) held.current.focus()
    held.current = undefined
  }, [ids])
  const move = (id: RequestColumnId, by: -1 | 1) => {
    held.current = document.activeElement ?? undefined
    const next = moveColumn(ids, id, by)
    setIds(next)
    setSaid(words.moved(headerOf(id), next.indexOf(id) + 1, next.length))
  }
  const moveByKeys = (event: KeyboardEvent, id: RequestColumnId) => {
    const by = event.altKey ? byAltKey[event.key] : undefined
    if (by === undefined) return
    event.preventDefault()
    move(id, by)
  }
  return (
    <Dialog title={words.title} isOpen onClose={onClose}>
      <Stack>
        <p className="muted">{words.text}</p>
        <FieldGroup label={words.columns} hint={words.columnsHint} role="group">
          <ol className="column-choice">
            {[...ids, ...hidden].map((id) => {
              const place = ids.indexOf(id)
              const isShown = place >= 0
              return (
                <li key={id} data-column={id}>
                  <label className="filter-menu__option">
                    <input
                      className="checkbox"
                      type="checkbox"
                      checked={isShown}
                      disabled={id === 'patient'}
                      onChange={() => setIds(isShown ? ids.filter((one) => one !== id) : [...ids, id])}
                      onKeyDown={(event) => isShown && moveByKeys(event, id)}
                    />
                    <span>{headerOf(id)}</span>
                    {id === 'patient' && <span className="muted">{words.always}</span>}
                  </label>
                  {isShown && widths[id] && (
                    <Select
                      label={words.widthOf(headerOf(id))}
                      isLabelHidden
                      width={10}
                      options={columnWidths.map((value) => ({ value, label: words.widths[value] }))}
                      value={widths[id]}
                      onChange={(event) => setWidth(id, columnWidths.find((one) => one === event.target.value) ?? 'medium')}
                    />
                  )}
                  {place > 0 && (
                    <>
                      <button
                        type="button"
                        className="icon-button"
                        aria-label={words.moveUp(headerOf(id))}
                        aria-disabled={place === 1 || undefined}
                        onClick={() => move(id, -1)}
                      >
                        <Icon name="arrowUp" />
                      </button>
                      <button
                        type="button"
                        className="icon-button"
                        aria-label={words.moveDown(headerOf(id))}
                        aria-disabled={place === ids.length - 1 || undefined}
                        onClick={() => move(id, 1)}
                      >
                        <Icon name="arrowDown" />
                      </button>
                    </>
                  )}
                </li>
              )
            })}
          </ol>
        </FieldGroup>
        <span role="status">
          <VisuallyHidden>{said}</VisuallyHidden>
        </span>
        <RadioGroup
          label={words.rowHeight}
          isInline
          options={[
            { value: 'compact', label: words.compact, hint: words.compactHint },
            { value: 'comfortable', label: words.comfortable, hint: words.comfortableHint },
          ]}
          value={rowHeight}
          onChange={(value) => setRowHeight(value === 'comfortable' ? 'comfortable' : 'compact')}
        />
        <DialogActions>
          <Button kind="primary" onClick={onClose}>
            {words.done}
          </Button>
          {!isUsual && <Button onClick={reset}>{words.reset}</Button>}
        </DialogActions>
      </Stack>
    </Dialog>
  )
}
