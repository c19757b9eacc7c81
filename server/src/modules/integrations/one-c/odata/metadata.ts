import type { Readable } from 'node:stream'
import { readXml } from './xml-stream.ts'

/** Objects that a base publishes, with their properties. */
export interface Metadata {
  entities: ReadonlySet<string>
  /** Types of the properties by name, of the entities that were asked for and of their tabular parts. */
  propertiesOf: (type: string) => ReadonlyMap<string, string> | undefined
}

const unqualified = (type: string) => type.replace(/^StandardODATA\./, '')
const COLLECTION = /^Collection\((?:StandardODATA\.)?(.+)\)$/

/**
 * Reads `$metadata`, which has 15 MB in a whole configuration: properties are stored only of the entities asked for.
 * @throws OneCFailed
 */
export async function readMetadata(body: Readable, wanted: ReadonlySet<string>): Promise<Metadata> {
  const entities = new Set<string>()
  const types = new Map<string, Map<string, string>>()
  let open: Map<string, string> | null = null
  await readXml(body, {
    onOpen: (element, { Name: name = '', Type: type = '' }) => {
      if (element === 'EntitySet') entities.add(name)
      else if (element === 'EntityType' || element === 'ComplexType') {
        // «Catalog_X_Part_RowType» and «AccumulationRegister_X_Balance» belong to the entity before the suffix.
        const isWanted = wanted.has(name) || [...wanted].some((entity) => name.startsWith(`${entity}_`))
        open = isWanted ? new Map() : null
        if (open) types.set(name, open)
      } else if (element === 'Property') open?.set(name, type)
    },
  })
  return { entities, propertiesOf: (type) => types.get(type) }
}

/** Checks for a property, also of a tabular part: `Part/Property`. */
export function hasProperty(metadata: Metadata, type: string, path: string): boolean {
  const [first = '', property] = path.split('/')
  const properties = metadata.propertiesOf(type)
  const of = properties?.get(first)
  if (of === undefined || property === undefined) return of !== undefined
  const rows = COLLECTION.exec(of)?.[1]
  return rows !== undefined && (metadata.propertiesOf(unqualified(rows))?.has(property) ?? false)
}
