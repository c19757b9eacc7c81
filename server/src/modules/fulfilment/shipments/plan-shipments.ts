import { formatQty, lineSumKop, toThousandths } from '@artikul/contract/core/money'
import type { LineState } from '@artikul/contract/ordering/orders/orders'
import { MAX_SHIPMENTS, SHIPPABLE_STATES, type ShipReady } from '@artikul/contract/fulfilment/shipments'
import { unitText } from '@artikul/contract/core/units'
import { vatIncludedKop, type VatRate } from '@artikul/contract/core/vat'
import { dayText } from '../../../platform/clock.ts'
import { AppError } from '../../../platform/errors.ts'
import { leavingRefusal, type ContractBalance, type VatOn } from '../../companies/index.ts'
import { addDays, addWorkingDays, type Run } from '../../pricing/index.ts'
import type { LineToShip, ContractTerms, Way } from './ship.queries.ts'

/** Quantity of a line in one state. */
export interface AllocatedPart {
  state: LineState
  qty: number
}

export interface PlannedShipmentLine {
  line: LineToShip
  allocations: AllocatedPart[]
  qty: number
  sumKop: number
  vatRate: VatRate
  vatKop: number
}

export interface PlannedDocument {
  terms: ContractTerms
  way: Way
  delivery_run: string
  lines: PlannedShipmentLine[]
  totalKop: number
  vatKop: number
  dueOn: string
  acceptUntil: string
}

export interface ShipmentPlanInput {
  wantedLines: ShipReady['lines']
  lines: readonly LineToShip[]
  parts: readonly { line_id: number; state: LineState; qty: number }[]
  terms: readonly ContractTerms[]
  ways: readonly Way[]
  runOf: (way: Way) => Run | null
  vatOn: VatOn
  today: string
  acceptUntil: string
  daysOff: ReadonlySet<string>
}

/** Distance of a part from shipping; delivery charges may leave from any state. */
const placeOf = ({ state }: { state: LineState }) => {
  const place = SHIPPABLE_STATES.findIndex((one) => one === state)
  return place === -1 ? SHIPPABLE_STATES.length : place
}

/**
 * Takes the requested quantity from the parts of the line, those closest to shipping first; the missing quantity is in
 * thousandths.
 */
function allocateFrom(
  parts: ShipmentPlanInput['parts'],
  requestedQty: number,
): { allocations: AllocatedPart[]; missing: number } {
  const allocations: AllocatedPart[] = []
  let missing = requestedQty
  const inOrder = parts.toSorted((one, other) => placeOf(one) - placeOf(other))
  for (const there of inOrder) {
    const { state } = there
    const qty = Math.min(missing, toThousandths(there.qty))
    if (qty <= 0) continue
    allocations.push({ state, qty: qty / 1000 })
    missing -= qty
  }
  return { allocations, missing }
}

/** Calculates the due date: from the shipment, or from the last possible day of receipt. */
export function dueOn(
  terms: ContractTerms,
  from: { shipped: string; received: string },
  daysOff: ReadonlySet<string>,
): string {
  const start = terms.deferment_from === 'receipt' ? from.received : from.shipped
  return terms.deferment_calendar === 'banking'
    ? addWorkingDays(start, terms.deferment_days, daysOff)
    : addDays(start, terms.deferment_days)
}

/** «Рейс 10:00», «Рейс 10:00, 24.11.2026», «Перевозчик: ПЭК»; empty for self-pickup. */
export function deliveryRunText(way: Pick<Way, 'carrier'>, run: Run | null, today: string): string {
  if (way.carrier !== '') return `Перевозчик: ${way.carrier}`
  if (run === null) return ''
  return run.day === today ? run.name : `${run.name}, ${dayText(run.day)}`
}

/** Takes the quantities of lines from stock. Every shortage is reported. */
function allocateAll({ wantedLines, lines, parts, terms, vatOn, today }: ShipmentPlanInput): PlannedShipmentLine[] {
  const byId = new Map(lines.map((line) => [line.line_id, line]))
  const termsOf = new Map(terms.map((one) => [one.id, one]))
  const ofLine = Map.groupBy(parts, (part) => part.line_id)
  const planned = new Map<number, PlannedShipmentLine>()
  const short: { path: string; message: string; words: string }[] = []
  for (const [at, { line_id: id, qty }] of wantedLines.entries()) {
    const line = byId.get(id)
    if (!line) throw new AppError('not_found', { detail: 'Строка не найдена' })
    if (planned.has(id))
      throw new AppError('input.invalid', { errors: [{ path: `lines.${at}.line_id`, message: 'Строка повторяется' }] })
    const thousandths = toThousandths(qty)
    const { allocations, missing } = allocateFrom(ofLine.get(id) ?? [], thousandths)
    if (missing > 0) {
      const left = `${formatQty((thousandths - missing) / 1000)} ${unitText(line.unit)}`
      short.push({
        path: `lines.${at}.qty`,
        message: `Готово ${left}`,
        words: `${line.brand} ${line.article}: ${left}`,
      })
    }
    const sumKop = lineSumKop(line.price_kop, thousandths)
    const vatRate = vatOn(termsOf.get(line.contract_id)?.tax_regime ?? '', today)
    planned.set(id, { line, allocations, qty, sumKop, vatRate, vatKop: vatIncludedKop(sumKop, vatRate) })
  }
  if (short.length > 0)
    throw new AppError('shipment.changed', {
      detail: `Готовое количество изменилось. ${short.map(({ words }) => words).join('; ')}`.slice(0, 500),
      errors: short.map(({ path, message }) => ({ path, message })),
    })
  // In the order of the lines in their orders, regardless of the order of selection.
  return lines.flatMap((line) => planned.get(line.line_id) ?? [])
}

/**
 * Plans one shipment for each contract and delivery point; a contract has one seller and one buyer.
 * @throws AppError `not_found`, `input.invalid`, `shipment.changed`
 */
export function planShipments(input: ShipmentPlanInput): PlannedDocument[] {
  const { terms, ways, runOf, today, acceptUntil, daysOff } = input
  const groups = Map.groupBy(allocateAll(input), ({ line }) => `${line.contract_id} ${line.consignee_id}`)
  if (groups.size > MAX_SHIPMENTS)
    throw new AppError('input.invalid', {
      detail: `За один раз — не больше ${MAX_SHIPMENTS} отгрузок`,
      errors: [{ path: 'lines', message: `Не больше ${MAX_SHIPMENTS} отгрузок` }],
    })
  return [...groups.values()].flatMap((lines) => {
    const [first] = lines
    const own = terms.find((one) => one.id === first?.line.contract_id)
    const way = ways.find((one) => one.id === first?.line.consignee_id)
    if (!own || !way) return []
    return {
      terms: own,
      way,
      delivery_run: lines.every(({ line }) => line.is_pickup) ? '' : deliveryRunText(way, runOf(way), today),
      lines,
      totalKop: lines.reduce((sum, line) => sum + line.sumKop, 0),
      vatKop: lines.reduce((sum, line) => sum + line.vatKop, 0),
      dueOn: dueOn(own, { shipped: today, received: acceptUntil }, daysOff),
      acceptUntil,
    }
  })
}

/**
 * Explains why nothing may be shipped under the contract; null when it may. Prepaid goods require received money, even
 * if it was reallocated since their release; deferred goods must be within the limit together with earlier shipments.
 * Goods without a price replace already paid or owed ones and are not held by debts.
 * @param leaving `kop`: sum of the shipment in kopecks; `isCounted`: true when the settlement position already includes
 * it
 */
export function shipmentHoldReason(
  terms: Pick<ContractTerms, 'stopped_reason' | 'prepayment_percent' | 'limit_kop'>,
  standing: ContractBalance | undefined,
  { kop, isCounted = false }: { kop: number; isCounted?: boolean },
): string | null {
  if (terms.stopped_reason !== null) return `Заказы компании остановлены: ${terms.stopped_reason}`
  if (kop === 0) return null
  return leavingRefusal(terms, standing, isCounted ? 0 : kop)
}
