import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
  useParams,
  type AnyRouteMatch,
  type Router,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'

import { checkGuard, guardOf, type Viewer } from '#domain/route-guards.ts'
import { readQueryString, toQueryString } from '#web/api/query-string.ts'
import { timeLimitMs } from '#web/api/send.ts'
import { Spinner } from '#web/ui/Spinner.tsx'

import { arrive, isSystemAdministrator, loadSession, requireViewer, type Deps } from './auth/arrival.ts'
import { failureOf, ScreenNotLoaded, ScreenTooSlow } from './errors/failure.ts'
import { FrameError, ScreenError } from './errors/ScreenError.tsx'
import { MainErrorPage } from './errors/MainErrorPage.tsx'
import { UnauthorisedPage } from './errors/UnauthorisedPage.tsx'
import { isScreenPath, screenPaths, startPath, styleguidePath, type ScreenName } from '#domain/screen-paths.ts'
import { prefetch } from './prefetch.ts'
import { screens } from './screens.ts'
import { readSearch } from './searches.ts'
import { Opening } from './shell/Opening.tsx'
import { Root } from './shell/Root.tsx'
import { Shell } from './shell/Shell.tsx'
import { LogoutPage } from './auth/LogoutPage.tsx'
import { screenWords, styleguideWords } from './words.ts'

const root = createRootRouteWithContext<Deps>()({ component: Root, notFoundComponent: MainErrorPage, errorComponent: FrameError })

/**
 * Of the routes without children only. Where the main layout had one too, the router would show it in the layout's place while the session
 * opens, and keep it there until the code of the screen has come: without header and navigation, and for ever if the code never comes.
 */
const pendingComponent = () => <Spinner />

/** Where people land: from the provider with an answer, or by typing the address (NAV-2, SIGN-2). */
const start = createRoute({
  getParentRoute: () => root,
  path: startPath,
  errorComponent: FrameError,
  pendingComponent,
  beforeLoad: async ({ context, location, search }) => {
    const isAnswer = 'state' in search && ('code' in search || 'error' in search)
    if (isAnswer) throw redirect({ href: await arrive(context, location.href), replace: true })
    const viewer = await requireViewer(context, startPath)
    throw redirect({ href: isSystemAdministrator(viewer) ? screenPaths.organisationList : screenPaths.dashboard, replace: true })
  },
})

const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: Shell,
  errorComponent: FrameError,
  beforeLoad: async ({ context, location, matches, cause, preload }) => {
    const viewer = await requireViewer(context, location.href)
    if (cause === 'enter' && !preload) beginScreen(matches.at(-1), { ...context, viewer })
    await loadSession(context)
    return { viewer }
  },
})

const letIn = (name: ScreenName, viewer: Viewer) => {
  const verdict = checkGuard(guardOf(name), viewer)
  if (verdict === 'permission') throw redirect({ href: screenPaths.unauthorised, replace: true })
  if (verdict === 'role') throw redirect({ href: screenPaths.logout, replace: true })
}

/** Loads the code and data of the first screen while the session is requested, not after it. */
function beginScreen(leaf: AnyRouteMatch | undefined, context: Deps & { viewer: Viewer }) {
  const name = leaf?.staticData.screen
  if (!name || checkGuard(guardOf(name), context.viewer) !== 'ok' || !isScreenPath(leaf.pathname)) return
  void screens[name]?.().catch(() => {}) // the route of the screen shows that its code did not load
  prefetch(name, context, { search: leaf.search as Record<string, unknown>, params: leaf.params as Record<string, string> })
}

type Page = ComponentType<Record<string, string>>

/** The parameters of its address are a page's props. */
const withParams = (Page: Page) =>
  function PageOfAddress() {
    const params: Record<string, string> = useParams({ strict: false })
    return <Page {...params} />
  }

/** Under a name of its own, because the router answers the browser's error by reloading the page without a word. */
const pageOf = async (load: () => Promise<unknown>) => {
  const { promise: tooSlow, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new ScreenTooSlow('A screen took too long to load')), timeLimitMs)
  const Screen = await Promise.race([load(), tooSlow])
    .finally(() => clearTimeout(timer))
    .catch((cause: unknown) => {
      throw failureOf(cause) === 'outdated' && !(cause instanceof ScreenTooSlow)
        ? new ScreenNotLoaded('A screen could not be loaded', { cause })
        : cause
    })
  return Screen as Page // each screen takes the parameters of its own path
}

const screenRoute = <Name extends ScreenName>(name: Name, load: () => Promise<unknown>) =>
  createRoute({
    getParentRoute: () => inside,
    path: screenPaths[name],
    validateSearch: (search: Record<string, unknown>) => readSearch(name, search),
    staticData: { title: screenWords[name].title, screen: name },
    beforeLoad: ({ context, location }) => {
      letIn(name, context.viewer)
      // A mistyped id leads nowhere. The server answers such an address with 404 by the same rule.
      if (!isScreenPath(location.pathname)) throw notFound()
    },
    loader: ({ context, location, params, cause, preload }) => {
      if (cause === 'enter' && !preload) prefetch(name, context, { search: location.search, params })
    },
    component: lazyRouteComponent(async () => ({ default: withParams(await pageOf(load)) })),
    remountDeps: ({ params }) => params,
    pendingComponent,
  })

/** A route for each screen, under the name of the screen. */
type ScreenRoutes = { [Name in Exclude<ScreenName, 'logout' | 'unauthorised'>]: ReturnType<typeof screenRoute<Name>> }
const pages = Object.entries(screens).map(([name, load]) => screenRoute(name as ScreenName, load)) as unknown as ScreenRoutes // one for each name

const outside = [
  createRoute({
    getParentRoute: () => root,
    path: screenPaths.unauthorised,
    staticData: { title: screenWords.unauthorised.title },
    component: UnauthorisedPage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: screenPaths.logout,
    staticData: { title: screenWords.logout.title },
    component: LogoutPage,
  }),
]

/** Every component on one page (UI-1), for developers, so not in production. */
const styleguide = createRoute({
  getParentRoute: () => root,
  path: styleguidePath,
  staticData: styleguideWords,
  beforeLoad: ({ context }) => {
    if (!context.config.demo) throw notFound()
  },
  component: lazyRouteComponent(() => import('./styleguide/StyleguideScreen.tsx'), 'StyleguideScreen'),
  pendingComponent,
})

const routeTree = root.addChildren([start, inside.addChildren(pages), ...outside, styleguide])

declare module '@tanstack/react-router' {
  interface Register {
    router: Router<typeof routeTree, 'never'>
  }
}

export const openRouter = (deps: Deps) =>
  createRouter({
    routeTree,
    context: deps,
    parseSearch: (text) => readQueryString(text.replace(/^\?/, '')),
    stringifySearch: (search) => toQueryString(search).replace(/^(?=.)/, '?'),
    scrollRestoration: true,
    // An address with a slash too many is still an address.
    trailingSlash: 'never',
    defaultPendingMs: 300,
    InnerWrap: Opening,
    defaultErrorComponent: ScreenError,
  })
