import { DEBTS, SCHEMA } from './odata-schema.data.ts'

export type BaseRow = Record<string, unknown>

const EMPTY_KEY = '00000000-0000-0000-0000-000000000000'
const EMPTY_DATE = '0001-01-01T00:00:00'
const EMPTY: Readonly<Record<string, unknown>> = {
  'Edm.Guid': EMPTY_KEY,
  'Edm.DateTime': EMPTY_DATE,
  'Edm.Boolean': false,
  'Edm.Double': 0,
  'Edm.Int64': '0',
}

const VERSION_BYTES = 8
const versionOf = (count: number) => {
  const bytes = Buffer.alloc(VERSION_BYTES)
  bytes.writeUInt32BE(count, 0)
  return bytes.toString('base64')
}

interface Stamp {
  set: string
  key: string
  /** Number of the message that carried it; null until one has. */
  messageNumber: number | null
}

/** Database of a simulated 1C: its objects, the debts, and the changes registered for the portal. */
export class OneCBase {
  readonly #sets = new Map<string, Map<string, BaseRow>>(Object.keys(SCHEMA).map((set) => [set, new Map()]))
  readonly #versions = new Map<string, number>()
  readonly #changes = new Map<string, Stamp>()
  /** Rows of the rest of the register of debts. */
  debts: BaseRow[] = []
  /** Objects that the base does not publish. */
  readonly unpublished = new Set<string>()

  isPublished(set: string): boolean {
    return !this.unpublished.has(set) && (this.#sets.has(set) || set === DEBTS)
  }

  publishedSets(): string[] {
    return [...this.#sets.keys(), DEBTS].filter((set) => this.isPublished(set))
  }

  rows(set: string): BaseRow[] {
    return [...(this.#sets.get(set)?.values() ?? [])]
  }

  row(set: string, key: string): BaseRow | undefined {
    return this.#sets.get(set)?.get(key)
  }

  /** Writes an object: a new one, or the named properties of a known one. Every write has a new version. */
  write(set: string, given: BaseRow): string {
    const schema = SCHEMA[set]
    if (!schema) throw new Error(`the simulated 1C has no ${set}`)
    const key = typeof given['Ref_Key'] === 'string' ? given['Ref_Key'] : crypto.randomUUID()
    const empty = Object.entries(schema.properties).map(([name, type]) => [name, EMPTY[type] ?? ''] as const)
    const parts = Object.keys(schema.parts ?? {}).map((part) => [part, []] as const)
    const version = (this.#versions.get(`${set} ${key}`) ?? 0) + 1
    this.#versions.set(`${set} ${key}`, version)
    const known = this.row(set, key) ?? Object.fromEntries([...empty, ...parts])
    this.#sets.get(set)?.set(key, { ...known, ...given, Ref_Key: key, DataVersion: versionOf(version) })
    this.#register(set, key)
    return key
  }

  /** Deletes an object without a trace. */
  remove(set: string, key: string) {
    this.#sets.get(set)?.delete(key)
    this.#register(set, key)
  }

  #register(set: string, key: string) {
    if (!set.startsWith('ExchangePlan_')) this.#changes.set(`${set} ${key}`, { set, key, messageNumber: null })
  }

  /** Changes that are not confirmed, stamped with the number of the message. */
  select(messageNumber: number): { set: string; key: string }[] {
    const all = [...this.#changes.values()]
    for (const change of all) change.messageNumber = messageNumber
    return all
  }

  /** Forgets the changes of messages up to the number; those made since stay. */
  confirm(messageNumber: number) {
    for (const [name, { messageNumber: sent }] of this.#changes)
      if (sent !== null && sent <= messageNumber) this.#changes.delete(name)
    for (const node of this.rows('ExchangePlan_ДляПортала'))
      if (node['ThisNode'] !== true)
        this.write('ExchangePlan_ДляПортала', { ...node, ReceivedNo: String(messageNumber) })
  }
}
