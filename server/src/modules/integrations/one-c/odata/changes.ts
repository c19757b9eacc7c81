import type { Readable } from 'node:stream'
import type { OdataRow } from './literals.ts'
import { readXml } from './xml-stream.ts'

/** Object of a message of changes; one that is gone has no row. */
export interface Change {
  entity: string
  key: string
  row: OdataRow | null
}

const KEY = /\/([^/()]{1,200})\(guid'([\da-f-]{36})'\)$/i

function changeAt(address: string, row: OdataRow | null): Change[] {
  const [, entity, key] = KEY.exec(address) ?? []
  return entity === undefined || key === undefined ? [] : [{ entity: decodeURIComponent(entity), key, row }]
}

/** Builds the rows of `<properties>`: a property is its text, a tabular part the list of its lines. */
function createRows(onRow: (row: OdataRow) => void) {
  const open: { name: string; text: string; row: OdataRow; lines: OdataRow[] | null }[] = []
  return {
    isOpen: () => open.length > 0,
    open: (name: string, isTable: boolean) => open.push({ name, text: '', row: {}, lines: isTable ? [] : null }),
    text: (text: string) => {
      const last = open.at(-1)
      if (last) last.text += text
    },
    close: () => {
      const closed = open.pop()
      const parent = open.at(-1)
      if (closed && !parent) onRow(closed.row)
      else if (closed && parent?.lines) parent.lines.push(closed.row)
      else if (closed && parent) parent.row[closed.name] = closed.lines ?? closed.text
    },
  }
}

/**
 * Reads a message of changes (Atom) with the objects that are wanted.
 * @throws OneCFailed
 */
export async function readChanges(body: Readable, wanted: ReadonlySet<string>): Promise<Change[]> {
  const changes: Change[] = []
  let id = ''
  let isId = false
  const rows = createRows((row) => changes.push(...changeAt(id, row).filter(({ entity }) => wanted.has(entity))))
  await readXml(body, {
    onOpen: (name, attributes) => {
      if (rows.isOpen() || name === 'properties')
        rows.open(name, attributes['type']?.startsWith('Collection(') ?? false)
      else if (name === 'entry') id = ''
      else if (name === 'id') isId = true
      else if (name === 'deleted-entry')
        changes.push(...changeAt(attributes['ref'] ?? '', null).filter(({ entity }) => wanted.has(entity)))
    },
    onText: (text) => {
      if (rows.isOpen()) rows.text(text)
      else if (isId) id += text.trim()
    },
    onClose: (name) => {
      if (rows.isOpen()) rows.close()
      else if (name === 'id') isId = false
    },
  })
  return changes
}
