/** The first form in the content of a page that the server rendered: where it is sent, and its hidden fields. */
export function formOf(page: string) {
  // The header has a form too, with the languages.
  const body = page.slice(Math.max(0, page.indexOf('<main')))
  const hidden = [...body.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [name, decode(value!)])
  const action = /<form[^>]* action="([^"]*)"/.exec(body)?.[1]
  if (action === undefined) throw new Error(`The page has no form: ${/<h1[^>]*>(.*?)<\/h1>/s.exec(body)?.[1] ?? body.slice(0, 200)}`)
  return { action, hidden: Object.fromEntries(hidden) as Record<string, string> } // pairs of text
}

/** The text of an attribute. */
const decode = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
