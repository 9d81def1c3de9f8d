// Makes the moving picture of the README from a running demonstration: `npm run docs:picture -- http://localhost:3000`.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

import { chromium, type Browser } from '@playwright/test'

import { ensureChromium } from './chromium.ts'
import { docsFolder, ensureDocsPackages, root } from './docs-packages.ts'
import { phoneSize, screenSize, takeShots, type Shot } from './picture-steps.ts'

const mostBytes = 1_500_000
const captionHeight = 60
const file = join(root, 'docs/pictures/builder-to-red-flag.webp')
/** The pictures one by one, to look at. */
const framesFolder = join(root, 'test-results/picture')

/** The part of sharp that is used here: it is a package of docs/site only. */
type Sharp = (
  images: Buffer[],
  options: { join: { animated: true } },
) => { webp: (options: object) => { toFile: (path: string) => Promise<{ size: number }> } }

const styles = `
  body { margin: 0; background: #d8dde0; font: 700 26px/60px Arial, Helvetica, sans-serif; color: #fff }
  p { height: ${captionHeight}px; margin: 0; padding: 0 28px; background: #212b32 }
  .phone { display: block; box-sizing: content-box; margin: 20px auto; border: 10px solid #212b32; border-radius: 28px }
`

/** A shot with its caption above: a phone stands in the middle. */
async function makeFrame(browser: Browser, { image, on, caption }: Shot) {
  const page = await browser.newPage({ viewport: { ...screenSize, height: screenSize.height + captionHeight } })
  const { width, height } = on === 'phone' ? phoneSize : screenSize
  await page.setContent(
    `<style>${styles}</style><p>${caption}</p><img class="${on}" width="${width}" height="${height}" alt="" src="data:image/png;base64,${image.toString('base64')}">`,
  )
  await page.locator('img').evaluate((node) => (node as unknown as { decode: () => Promise<void> }).decode())
  const frame = await page.screenshot()
  await page.close()
  return frame
}

async function main([address, ...others]: string[]) {
  if (address === undefined || others.length > 0) throw new Error('Usage: npm run docs:picture -- ADDRESS of a demonstration')
  ensureDocsPackages()
  const sharp = createRequire(join(docsFolder, 'package.json'))('sharp') as Sharp
  const executablePath = await ensureChromium(root, (line) => process.stdout.write(`${line}\n`))
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const shots = await takeShots(browser, address)
    const frames: Buffer[] = []
    for (const shot of shots) frames.push(await makeFrame(browser, shot))
    rmSync(framesFolder, { recursive: true, force: true })
    mkdirSync(framesFolder, { recursive: true })
    for (const [nth, frame] of frames.entries()) writeFileSync(join(framesFolder, `${String(nth + 1).padStart(2, '0')}.png`), frame)
    const delay = shots.map(({ ms }) => ms)
    const { size } = await sharp(frames, { join: { animated: true } })
      .webp({ lossless: true, effort: 6, minSize: true, loop: 0, delay })
      .toFile(file)
    const seconds = delay.reduce((sum, ms) => sum + ms, 0) / 1000
    process.stdout.write(`${file}: ${frames.length} frames, ${seconds.toFixed(1)} s, ${size} bytes\n`)
    if (size > mostBytes) throw new Error(`The picture has more than ${mostBytes} bytes`)
  } finally {
    await browser.close()
  }
}

await main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
