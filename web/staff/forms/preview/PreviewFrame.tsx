import { useEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

import pageStyles from '#web/form/form.scss?url'

/** The height of a small phone in pixels, so that the frame of a short page is not too small. */
const minHeight = 520

type PreviewFrameProps = {
  title: string
  /** the width of the window the page is shown in, in pixels */
  width: number
  /** in a narrow column: reduce the width of the frame, or scale the frame down */
  fit: 'narrow' | 'shrink'
  children: ReactNode
}

/**
 * A page in an iframe, with the style sheet of the patient pages and its own width for media queries. The iframe runs no scripts. React
 * renders its content through a portal.
 */
export function PreviewFrame({ title, width: wanted, fit, children }: PreviewFrameProps) {
  const box = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [body, setBody] = useState<HTMLElement>()
  const [room, setRoom] = useState(wanted)
  const [height, setHeight] = useState(minHeight)

  useEffect(() => {
    const page = frame.current?.contentDocument
    if (!page || !box.current) return
    page.documentElement.lang = 'en'
    const styles = page.createElement('link')
    styles.rel = 'stylesheet'
    styles.href = pageStyles
    page.head.replaceChildren(styles)
    setBody(page.body)
    // The height of the content, not of the iframe.
    const sizes = new ResizeObserver(() => {
      setRoom(box.current?.clientWidth ?? wanted)
      setHeight(Math.max(minHeight, page.body.firstElementChild?.scrollHeight ?? 0))
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
