import { contract } from '#contract/index.ts'
import { serviceAddress, type Route } from '#contract/route.ts'

/** What it takes to call a route. */
export type Address = { method: Route['method']; path: string; action: Route['action']; isFile: boolean }

const addressOf = ({ service, method, path, action, response }: Route): Address => ({
  method,
  path: `${serviceAddress[service]}${path}`,
  action,
  isFile: response === 'file',
})

/** The contract without its schemas. The build puts the finished table in this module's place, so that no schema is in the first load. */
export const routeTable: Record<string, Record<string, Address>> = Object.fromEntries(
  Object.entries(contract).map(([group, table]) => [
    group,
    Object.fromEntries(Object.entries(table).map(([name, route]) => [name, addressOf(route)])),
  ]),
)
