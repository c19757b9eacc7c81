import type { OdataKind, OdataStored } from '@artikul/contract/integrations/one-c-odata'
import { dayText } from '../../../../platform/clock.ts'
import { dayAt, isReference, isTrueAt, kopAt, numberAt, propertyText, totalKopAt, type OdataRow } from './literals.ts'
import { STAGE_COLUMNS } from './mapping.ts'

export interface CompanyContent {
  is_deleted: boolean
  inn: string
  /** Nine signs, or empty: 1C allows anything here. */
  kpp: string
  /** Id of the partner of 1C; empty when none is named. */
  partner: string
}

export interface ContractContent {
  is_deleted: boolean
  number: string
  /** `YYYY-MM-DD`; empty when 1C has none. */
  day: string
  valid_to: string
  /** 1C no longer trades under it. */
  is_closed: boolean
  limit_kop: number | null
  prepayment_percent: number | null
  deferment_days: number | null
}

interface AgreementContent {
  is_deleted: boolean
  number: string
  day: string
  valid_from: string
  valid_to: string
  is_closed: boolean
  /** It may be chosen for any partner. */
  is_standard: boolean
  /** Id of the price type; empty when none is named. */
  price_type: string
}

export interface InvoiceContent {
  is_deleted: boolean
  number: string
  day: string
  /** Number and day of the shipment in 1C, for shipments that 1C did not send itself. */
  basis_number: string
  basis_day: string
}

export interface CorrectionContent extends InvoiceContent {
  /** Change of the debt; null when 1C states none. */
  sum_kop: number | null
}

/** Object of 1C as it is stored. */
export interface ReadObject {
  kind: OdataStored
  external_id: string
  data_version: string
  belongs_to: string
  name: string
  content: CompanyContent | ContractContent | AgreementContent | InvoiceContent | CorrectionContent
}

type Fields = Readonly<Record<string, string>>

const KPP = /^\d{4}[\dA-Z]{2}\d{3}$/
const NAME_LENGTH = 300
/** Length of a contract's number on the portal. */
const NUMBER_LENGTH = 50
const DEFERMENT_LIMIT = 365

const numbered = (number: string, day: string) => `№ ${number}${day === '' ? '' : ` от ${dayText(day)}`}`
const isDeletedAt = (row: OdataRow) => isTrueAt(row, 'DeletionMark')
/** Documents that are not posted count as deleted: 1C has taken them back. */
const isWithdrawn = (row: OdataRow) => isDeletedAt(row) || ('Posted' in row && !isTrueAt(row, 'Posted'))

function readCompany(row: OdataRow, fields: Fields) {
  const kpp = propertyText(row, fields['kpp'])
  const content: CompanyContent = {
    is_deleted: isDeletedAt(row) || isTrueAt(row, 'IsFolder'),
    inn: propertyText(row, fields['inn']),
    kpp: KPP.test(kpp) ? kpp : '',
    partner: propertyText(row, fields['partner']),
  }
  return { belongs_to: content.inn, name: propertyText(row, fields['name']).slice(0, NAME_LENGTH), content }
}

/** Prepayment and deferment of a payment schedule; both null without one. */
function readSchedule(row: OdataRow, { stages = '', days = '' }: Fields) {
  const [variant, shift, percent] = STAGE_COLUMNS
  const lines = stages === '' ? undefined : row[stages]
  if (Array.isArray(lines) && lines.length > 0) {
    const rows = lines as OdataRow[]
    const isCredit = (line: OdataRow) => propertyText(line, variant).startsWith('Кредит')
    const ahead = rows.filter((line) => !isCredit(line)).reduce((sum, line) => sum + (numberAt(line, percent) ?? 0), 0)
    const shifts = rows.filter(isCredit).map((line) => numberAt(line, shift) ?? 0)
    return terms(Math.round(ahead), Math.max(0, ...shifts))
  }
  const deferment = days === '' ? null : numberAt(row, days)
  return deferment === null || deferment <= 0 ? terms(null, null) : terms(0, deferment)
}

function terms(prepayment: number | null, deferment: number | null) {
  const bound = (value: number | null, limit: number) => value && Math.min(Math.max(0, Math.round(value)), limit)
  return { prepayment_percent: bound(prepayment, 100), deferment_days: bound(deferment, DEFERMENT_LIMIT) }
}

function readLimit(row: OdataRow, { limit, has_limit: flag }: Fields): number | null {
  const kop = kopAt(row, limit)
  const isOff = flag === undefined || flag === '' ? kop === 0 : !isTrueAt(row, flag)
  return kop === null || isOff || kop < 0 ? null : kop
}

const isClosed = (row: OdataRow, fields: Fields) => !['', 'Действует'].includes(propertyText(row, fields['status']))

function readContract(row: OdataRow, fields: Fields) {
  const content: ContractContent = {
    is_deleted: isDeletedAt(row),
    number: propertyText(row, fields['number']).slice(0, NUMBER_LENGTH),
    day: dayAt(row, fields['day']),
    valid_to: dayAt(row, fields['valid_to']),
    is_closed: isClosed(row, fields),
    limit_kop: readLimit(row, fields),
    ...readSchedule(row, fields),
  }
  const name = `Договор ${numbered(content.number, content.day)}`
  return { belongs_to: propertyText(row, fields['company']), name, content }
}

/** Agreement with a company, else with all companies of a partner. */
function readAgreement(row: OdataRow, fields: Fields) {
  const company = propertyText(row, fields['company'])
  const content: AgreementContent = {
    is_deleted: isDeletedAt(row),
    number: propertyText(row, fields['number']).slice(0, NUMBER_LENGTH),
    day: dayAt(row, fields['day']),
    valid_from: dayAt(row, fields['valid_from']),
    valid_to: dayAt(row, fields['valid_to']),
    is_closed: isClosed(row, fields),
    is_standard: isTrueAt(row, fields['is_standard']),
    price_type: propertyText(row, fields['price_type']),
  }
  return {
    belongs_to: isReference(company) ? company : propertyText(row, fields['partner']),
    name: `Соглашение ${numbered(content.number, content.day)}`,
    content,
  }
}

function readInvoice(row: OdataRow, fields: Fields) {
  const [number, day] = [propertyText(row, fields['number']), dayAt(row, fields['day'])]
  const content: InvoiceContent = { is_deleted: isWithdrawn(row), number, day, basis_number: '', basis_day: '' }
  const name = `${isTrueAt(row, fields['is_correction']) ? 'УКД' : 'УПД'} ${numbered(number, day)}`
  return { belongs_to: propertyText(row, fields['basis']), name, content }
}

function readCorrection(row: OdataRow, fields: Fields) {
  const { belongs_to, content } = readInvoice(row, fields)
  const sum = fields['sum'] ?? ''
  const sumKop = sum.includes('/') ? totalKopAt(row, sum) : kopAt(row, sum)
  return {
    belongs_to,
    name: `Корректировка ${numbered(content.number, content.day)}`,
    content: { ...content, sum_kop: sumKop },
  }
}

const READ = {
  company: readCompany,
  contract: readContract,
  agreement: readAgreement,
  upd: readInvoice,
  correction: readCorrection,
}

/** Contracts with suppliers and commissioners are none of the portal's. */
const isOfBuyers = (row: OdataRow, fields: Fields) => /^(?:СПокупател|$)/.test(propertyText(row, fields['kind']))

/** A contract names its organisation; an agreement without one holds for all of them. */
function isOfOthers(kind: OdataStored, fields: Fields, row: OdataRow, own: ReadonlySet<string> | undefined): boolean {
  const organisation = propertyText(row, fields['organisation'])
  if (!own || !fields['organisation'] || (kind === 'agreement' && organisation === '')) return false
  return !own.has(organisation)
}

const hasOrganisation = (kind: OdataStored) => kind === 'contract' || kind === 'agreement'

/** The organisation of a contract or an agreement is unknown while 1C does not publish the organisations. */
export const isOfUnknown = (
  kind: OdataStored,
  fields: Fields,
  row: OdataRow,
  organisations: ReadonlySet<string> | undefined,
): boolean => hasOrganisation(kind) && !organisations && propertyText(row, fields['organisation']) !== ''

/**
 * Reads an object for storing; null for what the portal does not take: a contract or an agreement of another organisation,
 * a contract with a supplier, an object that belongs to nothing.
 * @param organisations own organisations in 1C; undefined when they are not read
 */
export function readObject(
  kind: OdataStored,
  fields: Fields,
  row: OdataRow,
  organisations: ReadonlySet<string> | undefined,
): ReadObject | null {
  const read = READ[kind](row, fields)
  if (read.belongs_to === '' && kind !== 'company') return null
  if (hasOrganisation(kind) && isOfOthers(kind, fields, row, organisations)) return null
  if (kind === 'contract' && !isOfBuyers(row, fields)) return null
  return { kind, external_id: propertyText(row, 'Ref_Key'), data_version: propertyText(row, 'DataVersion'), ...read }
}

/** Kinds that are stored, in the order in which they need each other. */
export const STORED_KINDS: readonly OdataStored[] = ['company', 'contract', 'agreement', 'correction', 'upd']
export const isStored = (kind: OdataKind): kind is OdataStored => (STORED_KINDS as readonly string[]).includes(kind)
