import type { BaseRow } from './odata-base.ts'
import { DEBT_COLUMNS, DEBTS, SCHEMA } from './odata-schema.data.ts'
import { escaped } from './xml.ts'

const EDMX =
  '<?xml version="1.0" encoding="UTF-8"?>\n<edmx:Edmx xmlns:edmx="http://schemas.microsoft.com/ado/2007/06/edmx" Version="1.0">' +
  '<edmx:DataServices xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata" m:DataServiceVersion="3.0">' +
  '<Schema xmlns="http://schemas.microsoft.com/ado/2009/11/edm" Namespace="StandardODATA">'

const propertiesXml = (properties: Readonly<Record<string, string>>) =>
  Object.entries(properties)
    .map(([name, type]) => `<Property Name="${name}" Type="${type}" Nullable="true"/>`)
    .join('')

/** `$metadata` of the published objects. */
export function metadataXml(sets: readonly string[]): string {
  const types = sets.map((set) => {
    if (set === DEBTS)
      return `<EntityType Name="${set}">${propertiesXml({ Recorder: 'Edm.String' })}</EntityType><ComplexType Name="${set}_Balance">${propertiesXml(DEBT_COLUMNS)}</ComplexType>`
    const { properties = {}, parts = {} } = SCHEMA[set] ?? {}
    const rows = Object.entries(parts)
    const collections = Object.fromEntries(
      rows.map(([part]) => [part, `Collection(StandardODATA.${set}_${part}_RowType)`]),
    )
    return (
      `<EntityType Name="${set}"><Key><PropertyRef Name="Ref_Key"/></Key>${propertiesXml({ ...properties, ...collections })}</EntityType>` +
      rows
        .map(([part, columns]) => `<ComplexType Name="${set}_${part}_RowType">${propertiesXml(columns)}</ComplexType>`)
        .join('')
    )
  })
  const entities = sets.map((set) => `<EntitySet Name="${set}" EntityType="StandardODATA.${set}"/>`)
  return `${EDMX}${types.join('')}<EntityContainer Name="EnterpriseV8">${entities.join('')}</EntityContainer></Schema></edmx:DataServices></edmx:Edmx>`
}

function propertyXml(set: string, name: string, value: unknown): string {
  if (!Array.isArray(value)) return `<d:${name}>${escaped(String(value))}</d:${name}>`
  const type = `StandardODATA.${set}_${name}_RowType`
  const lines = (value as BaseRow[]).map(
    (line) =>
      `<d:element m:type="${type}">${Object.entries(line)
        .map(([column, cell]) => `<d:${column}>${escaped(String(cell))}</d:${column}>`)
        .join('')}</d:element>`,
  )
  return `<d:${name} m:type="Collection(${type})">${lines.join('')}</d:${name}>`
}

export interface FeedEntry {
  set: string
  key: string
  /** Undefined for an object that is gone. */
  row: BaseRow | undefined
}

/** Answer in Atom: a list without `$format`, and every message of changes. */
export function feedXml(base: string, entries: readonly FeedEntry[]): string {
  const written = entries.map(({ set, key, row }) => {
    const address = `${base}/${set}(guid'${key}')`
    if (!row) return `<at:deleted-entry ref="${address}" when="2026-11-17T12:00:00"/>`
    const properties = Object.entries(row).map(([name, value]) => propertyXml(set, name, value))
    return `<entry><id>${address}</id><category term="StandardODATA.${set}"/><content type="application/xml"><m:properties>${properties.join('')}</m:properties></content></entry>`
  })
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xmlns:at="http://purl.org/atompub/tombstones/1.0" ' +
    'xmlns:d="http://schemas.microsoft.com/ado/2007/08/dataservices" xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata">' +
    `${written.join('')}</feed>`
  )
}
