import type { Address } from './route-table.ts'

type RouteTable = Record<string, Record<string, Address>>

const methodOfFile = '+file'

/**
 * The table of routes as text, because every visit loads it: for each group a line with its name and the resource of its actions, then a line for
 * each route with name, method and path. The action stands at the end where it differs from the name of the route, and with its resource where
 * that differs from the resource of the group.
 */
export const compactRoutes = (table: RouteTable) =>
  Object.entries(table)
    .map(([group, routes]) => {
      const resource = resourceOf(Object.values(routes)[0]?.action ?? '')
      const lines = Object.entries(routes).map(([name, { method, path, action, isFile }]) =>
        [
          name,
          isFile ? method + methodOfFile : method,
          path,
          ...(action === `${resource}:${name}` ? [] : [withoutResource(action, resource)]),
        ].join(' '),
      )
      return [`${group} ${resource}`, ...lines].join('\n')
    })
    .join('\n\n')

const resourceOf = (action: string) => action.split(':')[0]!
const withoutResource = (action: string, resource: string) => (resourceOf(action) === resource ? action.slice(resource.length + 1) : action)

/** The table of a text that compactRoutes() made. */
export const readRoutes = (text: string): RouteTable =>
  Object.fromEntries(
    text.split('\n\n').map((part) => {
      const [head = '', ...lines] = part.split('\n')
      const [group, resource] = head.split(' ')
      const routes = lines.map((line) => {
        const [name = '', method = '', path = '', action = name] = line.split(' ')
        return [
          name,
          {
            method: method.replace(methodOfFile, '') as Address['method'], // as compactRoutes() wrote it
            path,
            action: (action.includes(':') ? action : `${resource}:${action}`) as Address['action'], // likewise
            isFile: method.endsWith(methodOfFile),
          },
        ]
      })
      return [group, Object.fromEntries(routes)]
    }),
  )
