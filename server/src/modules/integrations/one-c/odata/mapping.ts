import {
  ODATA_KINDS,
  type OdataFinding,
  type OdataKind,
  type OdataMapping,
  type OdataPreset,
} from '@artikul/contract/integrations/one-c-odata'
import type { OneCDirection } from '@artikul/contract/integrations/one-c'
import { keysOf } from '@artikul/contract/core/keys'
import { COMPOSITION } from './failures.ts'
import { hasProperty, type Metadata } from './metadata.ts'
import { MARKS, PRESETS } from './presets.data.ts'

/** Kinds that a direction reads, the ones without which it does not work first. */
const KINDS_OF: Partial<Record<OneCDirection, { needed: readonly OdataKind[]; wished: readonly OdataKind[] }>> = {
  contracts: { needed: ['company', 'contract'], wished: ['organisation'] },
  agreements: { needed: ['company', 'contract', 'agreement'], wished: ['organisation'] },
  upd: { needed: ['upd'], wished: ['shipment', 'correction'] },
  companies_out: { needed: ['company'], wished: [] },
  debts: { needed: ['company', 'contract', 'debt'], wished: ['organisation', 'debt_party', 'debt_document'] },
}

/** Kinds to read for the directions; a needed one that is missing is an error. */
export function kindsOf(directions: readonly OneCDirection[]): Map<OdataKind, 'needed' | 'wished'> {
  const kinds = new Map<OdataKind, 'needed' | 'wished'>()
  for (const direction of directions) {
    for (const kind of KINDS_OF[direction]?.wished ?? []) if (!kinds.has(kind)) kinds.set(kind, 'wished')
    for (const kind of KINDS_OF[direction]?.needed ?? []) kinds.set(kind, 'needed')
  }
  return new Map([...kinds].toSorted(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b)))
}

const ORDER = keysOf(ODATA_KINDS)

/** Lines of a payment schedule in УТ and КА. */
export const STAGE_COLUMNS = ['ВариантОплаты', 'Сдвиг', 'ПроцентПлатежа'] as const

/** Properties that the portal reads of an object, as 1C names them in `$select`. */
export function selectOf(kind: OdataKind, fields: Readonly<Record<string, string>>): string[] {
  const own = Object.entries(fields)
    .filter(([, path]) => path !== '')
    .flatMap(([field, path]) => (field === 'stages' ? STAGE_COLUMNS.map((column) => `${path}/${column}`) : [path]))
  const isDocument = ['shipment', 'correction', 'upd'].includes(kind)
  return [...new Set(['Ref_Key', 'DataVersion', 'DeletionMark', ...(isDocument ? ['Posted'] : []), ...own])]
}

/** Entities whose properties are needed to choose the names. */
export function wantedEntities(overrides: OdataMapping): Set<string> {
  const tables = [...Object.values(PRESETS), overrides]
  return new Set(
    tables.flatMap((table) => Object.values(table).flatMap(({ entity }) => entity.split('|'))).filter(Boolean),
  )
}

/** Configuration to which most of its marks point; null when the base publishes none of them. */
export function recognise({ entities }: Metadata): OdataPreset | null {
  const found = MARKS.map(([preset, marks]) => [preset, marks.filter((mark) => entities.has(mark)).length] as const)
  return found.toSorted(([, a], [, b]) => b - a).find(([, count]) => count > 0)?.[0] ?? null
}

const firstOf = (candidates: string, isThere: (name: string) => boolean) => candidates.split('|').find(isThere) ?? ''
const isRegister = (kind: OdataKind) => kind === 'debt'
/** Columns of the rest of a register are not those of its records. */
const typeOf = (kind: OdataKind, entity: string) => (isRegister(kind) ? `${entity}_Balance` : entity)
const isRequired = (label: string) => label.endsWith('*')
const fieldLabel = (label: string) => label.replace(/\*$/, '')

interface Resolved {
  mapping: OdataMapping
  findings: OdataFinding[]
}

interface Choice {
  preset: OdataPreset
  overrides: OdataMapping
  kinds: ReturnType<typeof kindsOf>
}

const error = (text: string, advice: string): OdataFinding => ({ level: 'error', text, advice })
const warning = (text: string, advice: string): OdataFinding => ({ level: 'warning', text, advice })

type Complain = (text: string, advice: string) => OdataFinding

interface Wanted {
  kind: OdataKind
  entity: string
  /** Candidates by property. */
  asked: Readonly<Record<string, string>>
  complain: Complain
}

/** Chooses the names of the properties; without a required one the kind is not read. */
function resolveFields(metadata: Metadata, { kind, entity, asked, complain }: Wanted) {
  const { name, fields: labels } = ODATA_KINDS[kind] as { name: string; fields: Record<string, string> }
  const has = (path: string) => hasProperty(metadata, typeOf(kind, entity), path)
  const fields: Record<string, string> = {}
  const missing: string[] = []
  const findings: OdataFinding[] = []
  for (const [field, label] of Object.entries(labels)) {
    const candidates = asked[field] ?? ''
    fields[field] = firstOf(candidates, has)
    if (fields[field] !== '') continue
    if (isRequired(label)) missing.push(`${fieldLabel(label)} («${candidates}»)`)
    else if (candidates !== '')
      findings.push(warning(`${name}: нет реквизита «${candidates}», «${fieldLabel(label)}» не читается`, ''))
  }
  if (missing.length === 0) return { findings, found: { entity, fields } }
  const text = `${name}: в «${entity}» нет реквизитов: ${missing.join(', ')}`
  return { findings: [...findings, complain(text, 'Укажите их названия в сопоставлении полей')] }
}

/** Candidates for the name of an object; empty when the configuration has none. */
export const entityNames = (kind: OdataKind, { preset, overrides }: Omit<Choice, 'kinds'>): string =>
  overrides[kind]?.entity || PRESETS[preset][kind]?.entity || ''

/** Chooses the names of one kind; nothing is found when it cannot be read. */
function resolveKind(metadata: Metadata, kind: OdataKind, { preset, overrides, kinds }: Choice) {
  const { name } = ODATA_KINDS[kind]
  const table = PRESETS[preset][kind]
  const own = overrides[kind]
  const isNeeded = kinds.get(kind) === 'needed'
  const complain = isNeeded ? error : warning
  const wanted = entityNames(kind, { preset, overrides })
  if (wanted === '')
    return { findings: isNeeded ? [error(`${name}: для этой конфигурации объект неизвестен`, '')] : [] }
  const entity = firstOf(wanted, (one) => metadata.entities.has(one))
  if (entity === '')
    return { findings: [complain(`${name}: объект «${wanted}» не опубликован`, `${COMPOSITION}: отметьте его`)] }
  const corrected = Object.entries(own?.fields ?? {}).filter(([, path]) => path !== '')
  const asked = { ...table?.fields, ...Object.fromEntries(corrected) }
  return resolveFields(metadata, { kind, entity, asked, complain })
}

/** Chooses the names of all kinds and says what is missing. */
export function resolveMapping(metadata: Metadata, choice: Choice): Resolved {
  const mapping: OdataMapping = {}
  const findings: OdataFinding[] = []
  for (const kind of choice.kinds.keys()) {
    const result = resolveKind(metadata, kind, choice)
    findings.push(...result.findings)
    if ('found' in result) mapping[kind] = result.found
  }
  if (mapping.contract?.fields['organisation'] && !mapping.organisation)
    findings.push(
      error(
        'Договоры с указанной организацией не читаются: без списка организаций неизвестно, наши ли они',
        `${COMPOSITION}: отметьте «${entityNames('organisation', choice)}»`,
      ),
    )
  return { mapping, findings }
}
