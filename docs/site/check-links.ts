import { readFileSync } from 'node:fs'
import { posix } from 'node:path'

const findAll = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found!)

/** Each address in the built pages that leads to no file or no element of these pages. Addresses of other hosts are not asked. */
export function findDeadLinks(folder: string, files: readonly string[]) {
  const pages = files.filter((file) => file.endsWith('.html'))
  const texts = new Map(pages.map((file) => [file, readFileSync(posix.join(folder, file), 'utf8')]))
  const ids = new Map([...texts].map(([file, text]) => [file, new Set(findAll(text, / id="([^"]*)"/g))]))
  return [...texts].flatMap(([file, text]) =>
    findAll(text, / (?:href|src|srcset)="([^"]*)"/g)
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => {
        const [path = '', anchor] = decodeURI(link).replaceAll('&amp;', '&').split('#')
        const target = path === '' ? file : posix.join(posix.dirname(file), path)
        return !files.includes(target) || (anchor !== undefined && !ids.get(target)?.has(anchor))
      })
      .map((link) => `${file}: ${link}`),
  )
}
