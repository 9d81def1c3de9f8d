import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  DeleteQueryNode,
  IdentifierNode,
  JoinNode,
  type KyselyPlugin,
  MergeQueryNode,
  OnNode,
  type OperationNode,
  OperatorNode,
  ParensNode,
  ReferenceNode,
  SelectQueryNode,
  sql,
  type SqlBool,
  TableNode,
  UpdateQueryNode,
  ValueNode,
  WhereNode,
} from 'kysely'

import { organisationTables } from './tables.ts'

/** Stands among the parameters of a statement for the organisation to which its transaction is bound when the statement is sent. */
const organisationPlaceholder = Symbol('the organisation of the transaction')

/** The organisation to which the transaction is bound, for statements that are written as raw SQL. */
export const boundOrganisation = sql<string>`${sql.val(organisationPlaceholder)}::uuid`

/** The rows of that organisation, in raw SQL. `alias`: of the table in the statement. */
export const ofThisOrganisation = (alias: string) => sql<SqlBool>`${sql.ref(`${alias}.organisation_id`)} = ${boundOrganisation}`

/** The values of a statement for a transaction that is bound to `organisationId`. Throws if the statement names an organisation and there is none. */
export function valuesFor(organisationId: string, parameters: readonly unknown[]): unknown[] {
  return parameters.map((one) => {
    if (one !== organisationPlaceholder) return one
    if (organisationId === '') throw new Error('A statement names the organisation of its transaction, which is bound to none')
    return organisationId
  })
}

/**
 * Adds `organisation_id = <the organisation of the transaction>` (for `organisations`: `id`) for each table that a select, update or delete of the
 * query builder reads, in its sub-queries too. Row-level security asks the same, but PostgreSQL cannot leave out partitions by that, nor a
 * distributed engine send the statement to one machine. It is also a second filter, for a policy that lets through too much. Raw SQL names its
 * organisation by hand, with `ofThisOrganisation`.
 */
export const filterByOrganisation = (isBound: () => boolean): KyselyPlugin => ({
  transformQuery: ({ node }) => (isBound() ? withConditions(node) : node),
  transformResult: async ({ result }) => result,
})

/** The column that holds the organisation of a row; undefined for a table whose rows belong to none. */
export function organisationColumnOf(table: string) {
  if (table === 'organisations') return 'id'
  return organisationTables.has(table) ? 'organisation_id' : undefined
}

/** Parts of a query in which there is no other query. */
const leaves = new Set([
  'ValueNode',
  'PrimitiveValueListNode',
  'IdentifierNode',
  'ColumnNode',
  'ReferenceNode',
  'TableNode',
  'OperatorNode',
])
/** Queries and joins that have their condition. Kysely transforms a sub-query once by itself and again with the query around it. */
const filtered = new WeakSet<OperationNode>()

/** The same node if nothing in it had to change. */
function withConditions<Node extends OperationNode>(node: Node): Node {
  if (leaves.has(node.kind) || filtered.has(node)) return node
  const inside = withPartsFiltered(node)
  const conditions = conditionsOf(inside)
  if (!conditions) return inside
  const whole = { ...inside, ...conditions }
  filtered.add(whole)
  return whole
}

const isNode = (part: object): part is OperationNode => 'kind' in part

function withPartsFiltered<Node extends OperationNode>(node: Node): Node {
  let changed: Record<string, unknown> | undefined
  for (const key of Object.keys(node) as (keyof Node)[]) {
    const part = node[key]
    if (typeof part !== 'object' || part === null) continue
    const after = Array.isArray(part) ? partsFiltered(part) : isNode(part) ? withConditions(part) : part
    if (after !== part) (changed ??= {})[key as string] = after
  }
  return changed ? { ...node, ...changed } : node
}

function partsFiltered(parts: unknown[]) {
  let after = parts
  parts.forEach((part, nth) => {
    if (typeof part !== 'object' || part === null || !isNode(part)) return
    const one = withConditions(part)
    if (one === part) return
    if (after === parts) after = [...parts]
    after[nth] = one
  })
  return after
}

/** The new `where` or `on` of a query or join that reads rows of organisations. */
function conditionsOf(node: OperationNode): { where: WhereNode } | { on: OnNode } | undefined {
  if (JoinNode.is(node)) return node.on && conditionOfJoin(node, node.on)
  if (MergeQueryNode.is(node)) throw new Error('A merge cannot name the organisation of its rows')
  if (!SelectQueryNode.is(node) && !UpdateQueryNode.is(node) && !DeleteQueryNode.is(node)) return undefined
  const [first, ...others] = [...readBy(node), ...joinsWithoutCondition(node)].flatMap((read) => conditionOf(read))
  if (!first) return undefined
  const all = others.reduce((both, one) => AndNode.create(both, one), first)
  return { where: WhereNode.create(node.where ? AndNode.create(all, ParensNode.create(node.where.where)) : all) }
}

/** A condition of an outer join belongs to its `on`: in the `where` it would leave out rows that have no partner. */
function conditionOfJoin({ joinType, table }: JoinNode, { on }: OnNode) {
  if (joinType === 'RightJoin' || joinType === 'FullJoin')
    throw new Error(`A ${joinType} cannot name the organisation of the rows that it keeps`)
  const [condition] = conditionOf(table)
  return condition && { on: OnNode.create(AndNode.create(condition, ParensNode.create(on))) }
}

type Query = SelectQueryNode | UpdateQueryNode | DeleteQueryNode
function readBy(node: Query): readonly OperationNode[] {
  if (SelectQueryNode.is(node)) return node.from?.froms ?? []
  if (UpdateQueryNode.is(node)) return [...(node.table ? [node.table] : []), ...(node.from?.froms ?? [])]
  return [...node.from.froms, ...(node.using?.tables ?? [])]
}

const joinsWithoutCondition = ({ joins = [] }: Query) => joins.filter(({ on }) => !on).map(({ table }) => table)

/** The condition for what a query reads. Nothing for a sub-query, a function, or a table whose rows belong to no organisation. */
function conditionOf(read: OperationNode, alias?: string): [OperationNode] | [] {
  if (AliasNode.is(read)) return IdentifierNode.is(read.alias) ? conditionOf(read.node, read.alias.name) : []
  if (!TableNode.is(read)) return []
  const { name } = read.table.identifier
  const column = organisationColumnOf(name)
  if (!column) return []
  const reference = ReferenceNode.create(ColumnNode.create(column), TableNode.create(alias ?? name))
  return [BinaryOperationNode.create(reference, OperatorNode.create('='), ValueNode.create(organisationPlaceholder))]
}
