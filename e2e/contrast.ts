import type { Page } from '@playwright/test'

export type Measured = {
  name: string
  /** of the words against what is behind them */
  text: number
  isLarge: boolean
  /** of the border or the ground against what is around */
  edge: number
  /** whether it is by its edge that one knows it for a control */
  hasEdge: boolean
  /** of the clearest part of the ring of the focus against what is around */
  ring: number
}

/** The contrasts of what can be seen of these parts, in the colours that the browser computes, while a state is forced upon them. */
export async function measureIn(page: Page, selector: string, state?: 'hover' | 'active' | 'focus-visible'): Promise<Measured[]> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  const { root } = await devtools.send('DOM.getDocument', { depth: 0 })
  const { nodeIds } = await devtools.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector })
  const forced = state === 'focus-visible' ? ['focus', 'focus-visible'] : state ? [state] : []
  await Promise.all(nodeIds.map((nodeId) => devtools.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: forced })))
  await page.evaluate(
    `Promise.allSettled(document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity).map((one) => one.finished))`,
  )
  const measured = await page.evaluate<Measured[]>(`(${measure})(${JSON.stringify(selector)})`)
  await devtools.detach()
  return measured
}

/** Runs in the page, with its documents, styles and colours. */
const measure = `(selector) => {
  const brush = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  const read = (text) => {
    brush.clearRect(0, 0, 1, 1)
    brush.fillStyle = text
    brush.fillRect(0, 0, 1, 1)
    const [red, green, blue, alpha] = brush.getImageData(0, 0, 1, 1).data
    return [red, green, blue, alpha / 255]
  }
  const over = (top, below) => [0, 1, 2].map((index) => top[index] * top[3] + below[index] * (1 - top[3])).concat(1)
  const groundOf = (element) =>
    element ? over(read(getComputedStyle(element).backgroundColor), groundOf(element.parentElement)) : read('Canvas')
  const linear = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4)
  const light = ([red, green, blue]) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  const contrast = (one, other) => {
    const [dim, bright] = [light(one), light(other)].sort((a, b) => a - b)
    return (bright + 0.05) / (dim + 0.05)
  }
  const measureOne = (element) => {
    const style = getComputedStyle(element)
    const [ground, around] = [groundOf(element), groundOf(element.parentElement)]
    const size = parseFloat(style.fontSize)
    const border = parseFloat(style.borderTopWidth) > 0 ? contrast(over(read(style.borderTopColor), around), around) : 1
    const ringed = style.boxShadow.match(/(rgba?|color|oklch)\\([^)]*\\)/g) ?? []
    if (style.outlineStyle !== 'none') ringed.push(style.outlineColor)
    return {
      name: element.className + ' "' + (element.textContent ?? '').slice(0, 20) + '"',
      text: contrast(over(read(style.color), ground), ground),
      isLarge: size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700),
      edge: Math.max(border, contrast(ground, around)),
      hasEdge: element.matches('.button:not(.button--link, .button--urgent-flat)'),
      ring: Math.max(1, ...ringed.map((colour) => contrast(over(read(colour), around), around))),
    }
  }
  return [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility()).map(measureOne)
}`
