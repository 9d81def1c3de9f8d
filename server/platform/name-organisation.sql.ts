import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  IdentifierNode,
  OnNode,
  OperatorNode,
  ParensNode,
  ReferenceNode,
  sql,
  TableNode,
  ValueNode,
  WhereNode,
  DeleteQueryNode,
  JoinNode,
  SelectQueryNode,
  UpdateQueryNode,
  type KyselyPlugin,
  type OperationNode,
  type SqlBool,
} from 'kysely'

import { organisationTables } from './tables.ts'

/** Stands among the parameters of a statement for the organisation to which its transaction is bound when the statement is sent. */
const placeOfOrganisation = Symbol('the organisation of the transaction')

/** The organisation to which the transaction is bound, for statements that are written as raw SQL. */
export const boundOrganisation = sql<string>`${sql.val(placeOfOrganisation)}::uuid`

/** The rows of that organisation, in raw SQL. `alias`: of the table in the statement. */
export const ofThisOrganisation = (alias: string) => sql<SqlBool>`${sql.ref(`${alias}.organisation_id`)} = ${boundOrganisation}`

/** The values of a statement for a transaction that is bound to `organisationId`. Throws if the statement names an organisation and there is none. */
export function valuesFor(organisationId: string, parameters: readonly unknown[]): unknown[] {
  return parameters.map((one) => {
    if (one !== placeOfOrganisation) return one
    if (organisationId === '') throw new Error('A statement names the organisation of its transaction, which is bound to none')
    return organisationId
  })
}

/**
 * Adds `organisation_id = <the organisation of the transaction>` for each table of organisations that a select, update or delete of the query
 * builder reads, in its sub-queries too. Row-level security asks the same, but the planner does not know its value: with this one it leaves out the
 * partitions of others, and a distributed engine sends the statement to one machine. And one of the two walls may fall. Raw SQL names its
 * organisation by hand, with `ofThisOrganisation`.
 */
export const namesOrganisation = (isBound: () => boolean): KyselyPlugin => ({
  transformQuery: ({ node }) => (isBound() ? named(node) : node),
  transformResult: async ({ result }) => result,
})

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
/** Queries and joins that have their condition: those that are part of another query are seen again with it. */
const done = new WeakSet<OperationNode>()

/** The same node if nothing in it had to change. */
function named<Node extends OperationNode>(node: Node): Node {
  if (leaves.has(node.kind) || done.has(node)) return node
  const inside = withNamedParts(node)
  const conditions = conditionsOf(inside)
  if (!conditions) return inside
  const whole = { ...inside, ...conditions }
  done.add(whole)
  return whole
}

const isNode = (part: object): part is OperationNode => 'kind' in part

function withNamedParts<Node extends OperationNode>(node: Node): Node {
  let changed: Record<string, unknown> | undefined
  for (const key of Object.keys(node) as (keyof Node)[]) {
    const part = node[key]
    if (typeof part !== 'object' || part === null) continue
    const after = Array.isArray(part) ? namedParts(part) : isNode(part) ? named(part) : part
    if (after !== part) (changed ??= {})[key as string] = after
  }
  return changed ? { ...node, ...changed } : node
}

function namedParts(parts: unknown[]) {
  let after = parts
  parts.forEach((part, nth) => {
    if (typeof part !== 'object' || part === null || !isNode(part)) return
    const one = named(part)
    if (one === part) return
    if (after === parts) after = [...parts]
    after[nth] = one
  })
  return after
}

/** What a query or a join has to ask besides, as the clause that takes the place of its own. */
function conditionsOf(node: OperationNode): { where: WhereNode } | { on: OnNode } | undefined {
  if (JoinNode.is(node)) return node.on && conditionOfJoin(node, node.on)
  if (!SelectQueryNode.is(node) && !UpdateQueryNode.is(node) && !DeleteQueryNode.is(node)) return undefined
  const [first, ...others] = [...readBy(node), ...joinsWithoutCondition(node)].flatMap(namesOf)
  if (first === undefined) return undefined
  const all = others.reduce((both, name) => AndNode.create(both, condition(name)), condition(first))
  return { where: WhereNode.create(node.where ? AndNode.create(all, ParensNode.create(node.where.where)) : all) }
}

/** A condition of an outer join belongs to its `on`: in the `where` it would leave out rows that have no partner. */
function conditionOfJoin({ joinType, table }: JoinNode, { on }: OnNode) {
  if (joinType === 'RightJoin' || joinType === 'FullJoin')
    throw new Error(`A ${joinType} cannot name the organisation of the rows that it keeps`)
  const [name] = namesOf(table)
  return name === undefined ? undefined : { on: OnNode.create(AndNode.create(condition(name), ParensNode.create(on))) }
}

type Query = SelectQueryNode | UpdateQueryNode | DeleteQueryNode
function readBy(node: Query): readonly OperationNode[] {
  if (SelectQueryNode.is(node)) return node.from?.froms ?? []
  if (UpdateQueryNode.is(node)) return [...(node.table ? [node.table] : []), ...(node.from?.froms ?? [])]
  return [...node.from.froms, ...(node.using?.tables ?? [])]
}

const joinsWithoutCondition = ({ joins = [] }: Query) => joins.filter(({ on }) => !on).map(({ table }) => table)

/** Under which name a query reads a table of organisations: none or one. */
function namesOf(read: OperationNode): string[] {
  if (AliasNode.is(read)) return namesOf(read.node).length > 0 && IdentifierNode.is(read.alias) ? [read.alias.name] : []
  return TableNode.is(read) && organisationTables.has(read.table.identifier.name) ? [read.table.identifier.name] : []
}

const condition = (name: string): OperationNode =>
  BinaryOperationNode.create(
    ReferenceNode.create(ColumnNode.create('organisation_id'), TableNode.create(name)),
    OperatorNode.create('='),
    ValueNode.create(placeOfOrganisation),
  )
