/** What the bundler knows of a module (`ChunkingContext` of rolldown). */
type Modules = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

const web = (path: string) => new URL(`../web/${path}`, import.meta.url).pathname

const entry = web('staff/index.html')
const worklist = web('staff/requests/RequestsPage.tsx')

/** The screens that people open first and most often, and the parts that are loaded when a dialog, a menu or a search opens. */
const starts: Record<string, readonly string[]> = {
  overlays: ['ui/DialogSheet.tsx', 'ui/MenuSheet.tsx', 'ui/ToastRegion.tsx'].map(web),
  // Of many lists: a list whose file had it would be loaded with all others.
  'filter-menu': [web('ui/FilterMenu.tsx')],
  filters: [web('staff/dashboard/ResponseFilterBar.tsx')],
  dashboard: [web('staff/dashboard/DashboardPage.tsx')],
  request: [web('staff/requests/RequestPage.tsx')],
  patients: [web('staff/patients/PatientsPage.tsx')],
  patient: [web('staff/patients/PatientPage.tsx')],
  builder: [web('staff/forms/FormManagePage.tsx')],
  create: [web('staff/forms/create/FormCreatePage.tsx')],
}

/** Every module that is needed before one of these modules can run. */
function reachedFrom(ids: readonly string[], modules: Modules) {
  const reached = new Set(ids)
  for (const id of reached) for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) reached.add(imported)
  return reached
}

/**
 * Names the file of a module by the screens that need it, so that none of these screens loads what it does not need. A module is needed wherever the
 * modules that import it are, so no two files need each other. null: the bundler decides.
 */
export function chunksByScreen() {
  let reached: { first: Set<string>; worklist: Set<string>; others: [string, Set<string>][] } | undefined
  return (id: string, modules: Modules) => {
    reached ??= {
      first: reachedFrom([entry], modules),
      worklist: reachedFrom([worklist], modules),
      others: Object.entries(starts).map(([name, ids]) => [name, reachedFrom(ids, modules)]),
    }
    const { first, worklist: ofWorklist, others } = reached
    const names = others.filter(([, ids]) => ids.has(id)).map(([name]) => name)
    // The worklist is to open with few requests: it has one file of its own, and what it shares with several others is in the first.
    const isShared = names.length > 1 || names.includes('dashboard') || names.includes('patients')
    if (first.has(id) || (ofWorklist.has(id) && isShared)) return 'staff'
    if (ofWorklist.has(id)) return 'requests'
    // Loaded in advance by every screen, so it is one file too.
    if (names.includes('overlays')) return 'overlays'
    return names.length > 0 ? names.join('-') : null
  }
}
