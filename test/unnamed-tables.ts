import {
  type CommonTableExpr,
  type DeleteStmt,
  type InsertStmt,
  type JoinExpr,
  loadModule,
  type Node,
  parseSync,
  type SelectStmt,
  type UpdateStmt,
  type WithClause,
} from 'libpg-query'

import { organisationColumnOf } from '#server/platform/name-organisation.sql.ts'

await loadModule()

/**
 * The tables that a statement reads, changes or deletes from without naming the organisation: `organisation_id = <a value>`, or an equality with
 * the organisation of a table that names it, in the same query or in one around it. What is inserted is the matter of the policies alone, but an
 * insert that may change a row instead has to find that row with its organisation. Functions of the database and triggers are not seen. Throws for
 * syntax that it does not know.
 */
export function unnamedTables(statement: string): string[] {
  const found: string[] = []
  for (const { stmt } of parseSync(statement).stmts ?? []) visit(stmt, { ctes: new Set(), organisations: new Set() }, found)
  return found
}

type Names = ReadonlySet<string>
/**
 * What can be seen in a part of a statement: common table expressions, which hide tables, and the names under which queries around it read
 * `organisations`.
 */
type Scope = { ctes: Names; organisations: Names }
type Content = { withClause?: WithClause }

function visit(part: unknown, scope: Scope, found: string[]): void {
  if (typeof part !== 'object' || part === null) return
  if (Array.isArray(part)) return part.forEach((one) => visit(one, scope, found))
  const node = part as Node
  if ('SelectStmt' in node) return visitSelect(node.SelectStmt, scope, found)
  if ('UpdateStmt' in node) return visitChange(node.UpdateStmt, node.UpdateStmt.fromClause, scope, found)
  if ('DeleteStmt' in node) return visitChange(node.DeleteStmt, node.DeleteStmt.usingClause, scope, found)
  if ('InsertStmt' in node) return visitInsert(node.InsertStmt, scope, found)
  if ('MergeStmt' in node) throw new Error('Whether a merge names its organisation is not checked')
  for (const one of Object.values(part)) visit(one, scope, found)
}

function visitSelect({ withClause, larg, rarg, ...select }: SelectStmt, outer: Scope, found: string[]) {
  const scope = visitWith(withClause, outer, found)
  // The two sides of a union have no node around them.
  for (const side of [larg, rarg]) if (side) visitSelect(side, scope, found)
  visit(Object.values(select), judge(select.fromClause ?? [], select.whereClause, scope, found), found)
}

function visitChange({ withClause, ...change }: UpdateStmt | DeleteStmt, read: Node[] = [], outer: Scope, found: string[]) {
  const scope = visitWith(withClause, outer, found)
  const changed = change.relation ? [{ RangeVar: change.relation }] : []
  visit(Object.values(change), judge([...changed, ...read], change.whereClause, scope, found), found)
}

function visitInsert({ withClause, ...insert }: InsertStmt & Content, outer: Scope, found: string[]) {
  const scope = visitWith(withClause, outer, found)
  const { relation, onConflictClause: conflict } = insert
  const table = relation?.relname ?? ''
  if (conflict?.action === 'ONCONFLICT_UPDATE' && organisationColumnOf(table) === 'organisation_id') {
    const columns = (conflict.infer?.indexElems ?? []).map((one) => ('IndexElem' in one ? one.IndexElem.name : undefined))
    if (!columns.includes('organisation_id')) found.push(table)
  }
  visit(Object.values(insert), scope, found)
}

/** Each common table expression sees those before it, and itself if it is recursive. */
function visitWith(clause: WithClause | undefined, outer: Scope, found: string[]): Scope {
  let scope = outer
  for (const one of (clause?.ctes ?? []) as { CommonTableExpr: CommonTableExpr }[]) {
    const { ctename = '', ctequery } = one.CommonTableExpr
    const withItself = { ...scope, ctes: new Set([...scope.ctes, ctename]) }
    visit(ctequery, clause?.recursive ? withItself : scope, found)
    scope = withItself
  }
  return scope
}

const value = ' a value'
/** `from` names the organisation: then `to` does. */
type Tie = { from: string; to: string }
type Sources = {
  /** By alias. */
  tables: Map<string, { table: string; column: string }>
  /** What a query or a function gives: the tables of the query are judged by themselves. */
  others: Set<string>
  /** Of the others, lateral queries that use a table beside them: what is tied to that table cannot be what names its organisation. */
  lateral: Set<string>
  ties: Tie[]
}

/** Adds the tables of one query that it does not name the organisation for. Returns what its parts see. */
function judge(read: readonly Node[], where: Node | undefined, scope: Scope, found: string[]): Scope {
  const sources: Sources = { tables: new Map(), others: new Set(), lateral: new Set(), ties: [] }
  const joins: { condition: Node; kept?: Names }[] = where ? [{ condition: where }] : []
  for (const source of read) add(source, sources, scope.ctes, joins)
  for (const { condition, kept } of joins)
    for (const [left, right] of equalities(condition)) {
      const [one, other] = [organisationOf(left, sources, scope), organisationOf(right, sources, scope)]
      if (!one || !other) continue
      // The condition of an outer join does not leave out rows of the side that is kept.
      if (!kept?.has(other)) sources.ties.push({ from: one, to: other })
      if (!kept?.has(one)) sources.ties.push({ from: other, to: one })
    }
  const naming = new Set([value, ...sources.others].filter((name) => !sources.lateral.has(name)))
  for (let before = 0; before !== naming.size;) {
    before = naming.size
    for (const { from, to } of sources.ties) if (naming.has(from)) naming.add(to)
  }
  for (const [alias, { table }] of sources.tables) if (!naming.has(alias)) found.push(table)
  const own = [...sources.tables].filter(([, { table }]) => table === 'organisations').map(([alias]) => alias)
  return { ...scope, organisations: new Set([...scope.organisations, ...own]) }
}

/** Adds what is read from `source`, and the conditions of its joins with the aliases whose rows an outer join keeps. */
function add(source: Node, sources: Sources, ctes: Names, joins: { condition: Node; kept?: Names }[]): void {
  if ('RangeVar' in source) {
    const { relname = '', schemaname, alias } = source.RangeVar
    const column = ctes.has(relname) && !schemaname ? undefined : organisationColumnOf(relname)
    const name = alias?.aliasname ?? relname
    if (column) sources.tables.set(name, { table: relname, column })
    else sources.others.add(name)
  } else if ('RangeTableSample' in source) {
    if (source.RangeTableSample.relation) add(source.RangeTableSample.relation, sources, ctes, joins)
  } else if ('JoinExpr' in source) addJoin(source.JoinExpr, sources, ctes, joins)
  else if ('RangeSubselect' in source) {
    const { alias, lateral, subquery } = source.RangeSubselect
    if (!alias?.aliasname) return
    sources.others.add(alias.aliasname)
    if (lateral && [...sources.tables.keys()].some((name) => mentions(subquery, name))) sources.lateral.add(alias.aliasname)
  } else if ('RangeFunction' in source) {
    if (source.RangeFunction.alias?.aliasname) sources.others.add(source.RangeFunction.alias.aliasname)
  } else throw new Error(`Whether ${Object.keys(source).join()} names its organisation is not checked`)
}

function addJoin({ jointype, larg, rarg, quals }: JoinExpr, sources: Sources, ctes: Names, joins: { condition: Node; kept?: Names }[]) {
  const namesOfSide = (side: Node | undefined) => {
    const before = new Set([...sources.tables.keys(), ...sources.others])
    if (side) add(side, sources, ctes, joins)
    return new Set([...sources.tables.keys(), ...sources.others].filter((name) => !before.has(name)))
  }
  const [left, right] = [namesOfSide(larg), namesOfSide(rarg)]
  const keptBy: Record<string, Names> = { JOIN_LEFT: left, JOIN_RIGHT: right, JOIN_FULL: new Set([...left, ...right]) }
  const kept = jointype && keptBy[jointype]
  if (quals) joins.push({ condition: quals, ...(kept && { kept }) })
}

/** Whether a column of this alias is used somewhere in a part of a statement. */
function mentions(part: unknown, alias: string): boolean {
  if (typeof part !== 'object' || part === null) return false
  if (Array.isArray(part)) return part.some((one) => mentions(one, alias))
  const node = part as Node
  if ('ColumnRef' in node) return pathOf(node.ColumnRef.fields).at(-2) === alias
  return Object.values(part).some((one) => mentions(one, alias))
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
function organisationOf(side: Node | undefined, sources: Sources, scope: Scope): string | undefined {
  const { tables, others } = sources
  if (!side) return undefined
  if ('TypeCast' in side) return organisationOf(side.TypeCast.arg, sources, scope)
  if ('ParamRef' in side || 'A_Const' in side) return value
  if (!('ColumnRef' in side)) return undefined
  const path = pathOf(side.ColumnRef.fields)
  const column = path.at(-1)
  const alias = path.at(-2) ?? (tables.size === 1 ? [...tables.keys()][0]! : '') // it has one
  const table = tables.get(alias)
  if (table) return table.column === column ? alias : undefined
  if (others.has(alias)) return column === 'organisation_id' ? alias : undefined
  const isOfOuter = path.length > 1 && (column === 'organisation_id' || (column === 'id' && scope.organisations.has(alias)))
  return isOfOuter ? value : undefined
}

const pathOf = (fields: Node[] = []) => fields.map((field) => ('String' in field ? (field.String.sval ?? '') : ''))
