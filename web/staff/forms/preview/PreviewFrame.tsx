import { useEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

import pageStyles from '#web/form/form.scss?url'

/** As high as a small phone, so that a short page does not make a small window. */
const minimum = 520

type PreviewFrameProps = {
  title: string
  /** the width of the window the page is shown in, in pixels */
  width: number
  /** where there is less room: a narrower window, or the same one made smaller */
  fit: 'narrow' | 'shrink'
  children: ReactNode
}

/**
 * A page in a window of its own, so that it has the patients' style sheet and none of ours, and its own width for that style sheet to
 * answer to. It stays empty of scripts: what is in it is drawn by this app.
 */
export function PreviewFrame({ title, width: wanted, fit, children }: PreviewFrameProps) {
  const box = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [body, setBody] = useState<HTMLElement>()
  const [room, setRoom] = useState(wanted)
  const [height, setHeight] = useState(minimum)

  useEffect(() => {
    const page = frame.current?.contentDocument
    if (!page || !box.current) return
    page.documentElement.lang = 'en'
    const styles = page.createElement('link')
    styles.rel = 'stylesheet'
    styles.href = pageStyles
    page.head.replaceChildren(styles)
    setBody(page.body)
    // What the page needs is the height of what it draws, not of the window it is in.
    const sizes = new ResizeObserver(() => {
      setRoom(box.current?.clientWidth ?? wanted)
      setHeight(Math.max(minimum, page.body.firstElementChild?.scrollHeight ?? 0))
    })
    sizes.observe(box.current)
    sizes.observe(page.body)
    return () => sizes.disconnect()
  }, [wanted])

  const width = fit === 'narrow' ? Math.min(wanted, room) : wanted
  const scale = Math.min(1, room / width)
  return (
    <div ref={box} className="preview-frame" style={{ blockSize: `${height * scale}px` }}>
      <iframe
        ref={frame}
        title={title}
        sandbox="allow-same-origin allow-forms"
        style={{ inlineSize: `${width}px`, blockSize: `${height}px`, transform: `scale(${scale})` }}
      />
      {body && createPortal(children, body)}
    </div>
  )
}
