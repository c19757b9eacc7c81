import { randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AliasNode, RawNode, SelectionNode, type CompiledQuery, type OperationNode } from 'kysely'
import { afterAll } from 'vitest'
import { compiledQueryChannel, statementChannel } from '../platform/db/statement-channels.ts'
import { templateKey, type RecordedStatements, type ResultColumn } from './recorded-statements.ts'

/**
 * Set-up of test files: records hand-written SQL with the columns that PostgreSQL returns, in the directory set by `npm
 * test`.
 */
const folder = process.env['STATEMENTS_FOLDER']

const seen = { texts: new Map<string, ResultColumn[]>(), queries: new Set<string>() }
const found = {
  statements: new Map<string, ResultColumn[]>(),
  expressions: new Map<string, number>(),
  parts: new Set<string>(),
}

function noteStatement(message: unknown) {
  const { text, fields } = message as { text: string; fields?: { name: string; dataTypeID: number }[] }
  if (seen.texts.has(text) || !fields) return
  const columns = fields.map(({ name, dataTypeID }): ResultColumn => [name, dataTypeID])
  seen.texts.set(text, columns)
  if (columns.length > 0) found.statements.set(text, columns)
}

function noteQuery(message: unknown) {
  const { query, sql: text } = message as CompiledQuery
  if (seen.queries.has(text)) return
  seen.queries.add(text)
  const columns = seen.texts.get(text) ?? []
  if (RawNode.is(query)) found.statements.set(templateKey(query.sqlFragments), columns)
  noteParts(query)
  for (const node of selectionsOf(query)) {
    if (!AliasNode.is(node) || !RawNode.is(node.node)) continue
    const name = (node.alias as { name?: string }).name
    const column = columns.find(([columnName]) => columnName === name)
    if (column) found.expressions.set(templateKey(node.node.sqlFragments), column[1])
  }
}

/** Selected or returned columns of a query. */
function selectionsOf(query: OperationNode): OperationNode[] {
  const { selections, returning } = query as {
    selections?: readonly OperationNode[]
    returning?: { selections: readonly OperationNode[] }
  }
  return [...(selections ?? []), ...(returning?.selections ?? [])].map((node) =>
    SelectionNode.is(node) ? node.selection : node,
  )
}

function noteParts(node: unknown) {
  if (Array.isArray(node)) return node.forEach(noteParts)
  if (typeof node !== 'object' || node === null) return
  if ('kind' in node && RawNode.is(node as OperationNode)) found.parts.add(templateKey((node as RawNode).sqlFragments))
  Object.values(node).forEach(noteParts)
}

if (folder !== undefined) {
  subscribe(statementChannel.name, noteStatement)
  subscribe(compiledQueryChannel.name, noteQuery)
  afterAll(() => {
    unsubscribe(statementChannel.name, noteStatement)
    unsubscribe(compiledQueryChannel.name, noteQuery)
    const { statements, expressions, parts } = found
    const record: RecordedStatements = { statements: [...statements], expressions: [...expressions], parts: [...parts] }
    writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(record))
  })
}
