import { type CommonTableExpr, type DeleteStmt, loadModule, type Node, parseSync, type SelectStmt, type UpdateStmt } from 'libpg-query'

import { organisationTables } from '#server/platform/tables.ts'

await loadModule()

/**
 * The tables of organisations that a statement reads, changes or deletes from without naming the organisation: `organisation_id = <a value>`, or an equality
 * with the organisation of a table that names it, in the same query or in one around it. The id of `organisations` is such an organisation. What a statement inserts is not looked at, because every
 * column has its default; what a function of the database does is not seen.
 */
export function unnamedTables(statement: string): string[] {
  const found: string[] = []
  for (const { stmt } of parseSync(statement).stmts ?? []) visit(stmt, { ctes: new Set(), organisations: new Set() }, found)
  return found
}

/** `ctes`: names of common table expressions, which hide tables. `organisations`: under which names the table of the organisations is read. */
type Scope = { ctes: ReadonlySet<string>; organisations: ReadonlySet<string> }
type Query = { kind: 'select'; of: SelectStmt } | { kind: 'update'; of: UpdateStmt } | { kind: 'delete'; of: DeleteStmt }

function visit(part: unknown, scope: Scope, found: string[]): void {
  if (typeof part !== 'object' || part === null) return
  if (Array.isArray(part)) return part.forEach((one) => visit(one, scope, found))
  const { SelectStmt, UpdateStmt, DeleteStmt, withClause } = part as Partial<Record<string, unknown>>
  if (SelectStmt) return visitQuery({ kind: 'select', of: SelectStmt }, scope, found)
  if (UpdateStmt) return visitQuery({ kind: 'update', of: UpdateStmt }, scope, found)
  if (DeleteStmt) return visitQuery({ kind: 'delete', of: DeleteStmt }, scope, found)
  const inside = withClause ? withNames(withClause, scope) : scope // of an insert
  for (const one of Object.values(part)) visit(one, inside, found)
}

function withNames(withClause: unknown, scope: Scope): Scope {
  const named = (withClause as { ctes?: { CommonTableExpr: CommonTableExpr }[] }).ctes ?? []
  return { ...scope, ctes: new Set([...scope.ctes, ...named.map(({ CommonTableExpr: { ctename } }) => ctename!)]) } // the grammar has a name
}

function visitQuery(query: Query, outer: Scope, found: string[]) {
  const { of } = query
  const scope = of.withClause ? withNames(of.withClause, outer) : outer
  const { larg, rarg, ...others } = of as SelectStmt
  // The two sides of a union have no node around them.
  for (const side of [larg, rarg]) if (side) visitQuery({ kind: 'select', of: side }, scope, found)
  const { unnamed, organisations } = unnamedIn(query, scope)
  found.push(...unnamed)
  const inside = { ...scope, organisations: new Set([...scope.organisations, ...organisations]) }
  for (const part of Object.values(others)) visit(part, inside, found)
}

const fixed = ' a value'

function unnamedIn(query: Query, scope: Scope) {
  const sources = sourcesOf(query, scope)
  const { tables, others, conditions, organisations } = sources
  const equal = new Map<string, string>()
  const rootOf = (name: string): string => {
    const next = equal.get(name)
    return next === undefined ? name : rootOf(next)
  }
  const join = (one: string, other: string) => rootOf(one) !== rootOf(other) && equal.set(rootOf(one), rootOf(other))
  // What a query in `from` gives comes from tables that are judged by themselves.
  for (const name of others) join(name, fixed)
  const sideOf = (side: Node | undefined) => side && organisationOf(side, sources, scope)
  for (const [left, right] of conditions.flatMap(equalities)) {
    const [one, other] = [sideOf(left), sideOf(right)]
    if (one && other) join(one, other)
  }
  return { unnamed: [...tables].filter(([alias]) => rootOf(alias) !== rootOf(fixed)).map(([, table]) => table), organisations }
}

/** What a query reads by alias, and every condition that all its rows fulfil, or all rows of one side of an outer join. */
function sourcesOf(query: Query, { ctes }: Scope) {
  const tables = new Map<string, string>()
  const others = new Set<string>()
  const organisations = new Set<string>()
  const conditions: Node[] = []
  const add = (source: Node) => {
    if ('RangeVar' in source) {
      const { relname = '', alias } = source.RangeVar
      const name = alias?.aliasname ?? relname
      if (organisationTables.has(relname) && !ctes.has(relname)) tables.set(name, relname)
      else others.add(name)
      if (relname === 'organisations') organisations.add(name)
    } else if ('JoinExpr' in source) {
      const { larg, rarg, quals } = source.JoinExpr
      for (const side of [larg, rarg]) if (side) add(side)
      if (quals) conditions.push(quals)
    } else {
      const { alias } = ('RangeSubselect' in source ? source.RangeSubselect : 'RangeFunction' in source ? source.RangeFunction : {}) as {
        alias?: { aliasname?: string }
      }
      if (alias?.aliasname) others.add(alias.aliasname)
    }
  }
  if (query.kind !== 'select' && query.of.relation) add({ RangeVar: query.of.relation })
  const read = query.kind === 'delete' ? query.of.usingClause : query.of.fromClause
  read?.forEach(add)
  if (query.of.whereClause) conditions.push(query.of.whereClause)
  return { tables, others, organisations, conditions }
}

function equalities(condition: Node): [Node | undefined, Node | undefined][] {
  if ('BoolExpr' in condition) return condition.BoolExpr.boolop === 'AND_EXPR' ? (condition.BoolExpr.args ?? []).flatMap(equalities) : []
  if (!('A_Expr' in condition)) return []
  const { kind, name, lexpr, rexpr } = condition.A_Expr
  const [operator] = name ?? []
  if (kind !== 'AEXPR_OP' || !operator || !('String' in operator) || operator.String.sval !== '=') return []
  return [[lexpr, rexpr]]
}

/** The alias whose organisation this is, or that it is a value: one that is given, or one of a query around this. */
function organisationOf(side: Node, sources: ReturnType<typeof sourcesOf>, scope: Scope): string | undefined {
  const { tables, others, organisations } = sources
  if ('TypeCast' in side) return side.TypeCast.arg && organisationOf(side.TypeCast.arg, sources, scope)
  if ('ParamRef' in side || 'A_Const' in side) return fixed
  if (!('ColumnRef' in side)) return undefined
  const path = (side.ColumnRef.fields ?? []).map((field) => ('String' in field ? (field.String.sval ?? '') : ''))
  const [alias, column] = path.length > 1 ? [path.at(-2)!, path.at(-1)] : [undefined, path[0]] // the first has two or more
  if (column === 'id' && alias !== undefined && (organisations.has(alias) || scope.organisations.has(alias))) return fixed
  if (column !== 'organisation_id') return undefined
  if (alias === undefined) return tables.size === 1 ? [...tables.keys()][0] : undefined
  return tables.has(alias) || others.has(alias) ? alias : fixed
}
