let isDown = false
const waiting: (() => void)[] = []

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', () => (isDown = true), true)
  for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, release, true)
}

function release() {
  isDown = false
  // After the click that the release makes.
  setTimeout(() => {
    for (const act of waiting.splice(0)) act()
  })
}

/**
 * Acts at once, or when the finger or button that is down has been lifted. For what appears when a field is left: if it pushed the page down
 * between press and release, the click would miss the button it was meant for.
 */
export function afterPress(act: () => void) {
  if (isDown) waiting.push(act)
  else act()
}
