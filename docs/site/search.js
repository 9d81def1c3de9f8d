// The search of the pages. It loads what it searches when somebody begins to search, and asks no other host.
import MiniSearch from './minisearch.js'

const mostResults = 12
const root = document.body.dataset.root
const form = document.querySelector('[role=search]')
const input = form.querySelector('input')
const results = form.querySelector('.results')
const status = form.querySelector('[role=status]')
const list = form.querySelector('ol')

let index

async function loadIndex() {
  const answer = await fetch(`${root}assets/search.json`)
  if (!answer.ok) throw new Error(`The search index could not be loaded (${answer.status})`)
  const search = new MiniSearch({
    idField: 'address',
    fields: ['heading', 'page', 'text'],
    storeFields: ['heading', 'page'],
    searchOptions: { boost: { heading: 4, page: 2 }, prefix: true, fuzzy: (word) => (word.length > 5 ? 0.2 : false), combineWith: 'AND' },
  })
  search.addAll(await answer.json())
  return search
}

function makeResult({ id, heading, page }) {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = root + id
  link.textContent = page
  if (heading !== page) link.append(Object.assign(document.createElement('small'), { textContent: heading }))
  item.append(link)
  return item
}

function show(found) {
  status.textContent =
    found.length === 0 ? 'No text found. Try other words.' : `${found.length} ${found.length === 1 ? 'result' : 'results'}`
  list.replaceChildren(...found.slice(0, mostResults).map(makeResult))
  if (found.length > mostResults) status.textContent += `, the best ${mostResults} are shown`
}

async function search() {
  const words = input.value.trim()
  results.hidden = words === ''
  if (words === '') return
  try {
    index ??= loadIndex()
    const loaded = await index
    if (input.value.trim() === words) show(loaded.search(words))
  } catch {
    index = undefined
    list.replaceChildren()
    status.textContent = 'The search could not be loaded. Check the connection and try again.'
  }
}

form.hidden = false
form.addEventListener('submit', (event) => {
  event.preventDefault()
  list.querySelector('a')?.click()
})
input.addEventListener('input', () => void search())
input.addEventListener('focus', () => void search())
document.addEventListener('click', ({ target }) => {
  if (!form.contains(target)) results.hidden = true
})
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') results.hidden = true
  if (event.key === '/' && document.activeElement === document.body) {
    event.preventDefault()
    input.focus()
  }
})
