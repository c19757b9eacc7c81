import { counted } from '../core/plural.ts'
import type { ClaimKind, ClaimState } from './claim-states.ts'

/** Printed document of each kind of claim. */
export const CLAIM_DOCUMENTS: Readonly<Record<ClaimKind, string>> = {
  unfit: 'Заявка на возврат',
  wrong: 'Акт о расхождениях',
  shortage: 'Акт о расхождениях',
  surplus: 'Акт о расхождениях',
  damage: 'Акт о расхождениях',
  defect: 'Акт рекламации',
  warranty: 'Акт рекламации',
  price: 'Претензия',
}

export const CLAIM_OUTCOMES = {
  money: 'Вернуть деньги',
  offset: 'Зачесть в счёт заказов',
  exchange: 'Заменить товар',
  resupply: 'Довезти недостающее',
  take_back: 'Забрать лишнее',
  fix: 'Исправить документы',
} as const
export type ClaimOutcome = keyof typeof CLAIM_OUTCOMES

/** Outcomes that reduce the company's debt. */
export const isOfMoney = (outcome: ClaimOutcome) => outcome === 'money' || outcome === 'offset'

/** Outcomes that end in a correction: exchanged goods are returned by one, and the new ones are shipped anew. */
export const isCorrected = (outcome: ClaimOutcome) => isOfMoney(outcome) || outcome === 'exchange'

/** Outcomes that ship goods again, with an order of their own. */
export const SUPPLYING_OUTCOMES = ['exchange', 'resupply'] as const satisfies readonly ClaimOutcome[]
export type SupplyingOutcome = (typeof SUPPLYING_OUTCOMES)[number]
export const isSupplied = (outcome: ClaimOutcome): outcome is SupplyingOutcome =>
  (SUPPLYING_OUTCOMES as readonly ClaimOutcome[]).includes(outcome)

export interface ClaimTerms {
  /** Days from receipt; `null` uses the return term of the line. */
  days: number | null
  calendar: 'calendar' | 'working'
  /** Minimum number of photos and documents. */
  leastFiles: number
  proof: string
  /** Working days within which an answer is promised. */
  answerDays: number
  /** True when goods are returned before the claim is settled. */
  comesBack: boolean
  outcomes: readonly [ClaimOutcome, ...ClaimOutcome[]]
}

const MONEY = ['money', 'offset'] as const
const MONEY_OR_GOODS = [...MONEY, 'exchange'] as const

export const CLAIM_TERMS: Readonly<Record<ClaimKind, ClaimTerms>> = {
  unfit: {
    days: null,
    calendar: 'calendar',
    leastFiles: 1,
    proof: 'Фото детали и этикетки. Упаковка цела, следов установки и масла нет',
    answerDays: 10,
    comesBack: true,
    outcomes: MONEY,
  },
  wrong: {
    days: 5,
    calendar: 'working',
    leastFiles: 1,
    proof: 'Фото детали и этикетки с артикулом',
    answerDays: 5,
    comesBack: true,
    outcomes: MONEY_OR_GOODS,
  },
  shortage: {
    days: 3,
    calendar: 'working',
    leastFiles: 1,
    proof: 'Акт о расхождениях или фото упаковки и содержимого',
    answerDays: 5,
    comesBack: false,
    outcomes: [...MONEY, 'resupply'],
  },
  surplus: {
    days: 3,
    calendar: 'working',
    leastFiles: 0,
    proof: 'Документы не нужны, фото лишнего товара поможет',
    answerDays: 5,
    comesBack: true,
    outcomes: ['take_back'],
  },
  damage: {
    days: 3,
    calendar: 'working',
    leastFiles: 1,
    proof: 'Фото повреждения и упаковки, при доставке перевозчиком его коммерческий акт',
    answerDays: 5,
    comesBack: true,
    outcomes: MONEY_OR_GOODS,
  },
  defect: {
    days: 14,
    calendar: 'calendar',
    leastFiles: 1,
    proof: 'Фото дефекта и этикетки',
    answerDays: 10,
    comesBack: true,
    outcomes: MONEY_OR_GOODS,
  },
  warranty: {
    days: 180,
    calendar: 'calendar',
    leastFiles: 2,
    proof: 'Заказ-наряд (VIN, пробег при установке и снятии, печать) и заключение СТО о дефекте',
    answerDays: 10,
    comesBack: true,
    outcomes: MONEY_OR_GOODS,
  },
  price: {
    days: 5,
    calendar: 'working',
    leastFiles: 0,
    proof: 'Документы не нужны, достаточно верной цены или описания ошибки',
    answerDays: 5,
    comesBack: false,
    outcomes: ['offset', 'money', 'fix'],
  },
}

/** Checks whether a claim uses up pieces of the line, so that no other claim may name them. */
export const usesPieces = (kind: ClaimKind) => kind !== 'surplus' && kind !== 'price'

/**
 * Share withheld for unsuitable goods that were procured for the contractor; goods of own stock are refunded in full.
 */
export const WITHHELD_PERCENT = 15

/** States in which the warranty manager has to act. */
export const CLAIMS_TO_DO = [
  'submitted',
  'in_review',
  'received',
  'inspection',
] as const satisfies readonly ClaimState[]
export const isEnded = (state: ClaimState) => state === 'closed' || state === 'declined' || state === 'withdrawn'

const UNDECIDED = ['submitted', 'in_review', 'question'] as const satisfies readonly ClaimState[]
type Ways = Partial<Record<ClaimState, ClaimState>>
const allInto = (states: readonly ClaimState[], to: ClaimState): Ways =>
  Object.fromEntries(states.map((state) => [state, to]))

/** Actions on a claim: who performs each, from which states, and the resulting state. */
export const CLAIM_WAYS = {
  assign: {
    by: 'staff',
    ways: {
      submitted: 'in_review',
      in_review: 'in_review',
      question: 'question',
      approved: 'approved',
      received: 'received',
      inspection: 'inspection',
    },
  },
  requestDetails: { by: 'staff', ways: allInto(UNDECIDED, 'question') },
  answer: { by: 'client', ways: { question: 'in_review' } },
  withdraw: { by: 'client', ways: allInto(UNDECIDED, 'withdrawn') },
  /** Approval with a return of goods. */
  approve: { by: 'staff', ways: allInto(UNDECIDED, 'approved') },
  /** Approval without a return of goods. */
  grant: { by: 'staff', ways: allInto(UNDECIDED, 'closed') },
  decline: { by: 'staff', ways: allInto(UNDECIDED, 'declined') },
  receive: { by: 'staff', ways: { approved: 'received' } },
  /** Decline because the goods were not returned in time. */
  closeAsAbandoned: { by: 'staff', ways: { approved: 'declined' } },
  inspect: { by: 'staff', ways: { received: 'inspection' } },
  settle: { by: 'staff', ways: allInto(['received', 'inspection'], 'closed') },
  /** Write-off of goods that were to be shipped again. */
  writeOff: { by: 'staff', ways: { closed: 'closed' } },
  /** Refusal of returned goods, which are sent back to the contractor. */
  refuse: { by: 'staff', ways: allInto(['received', 'inspection'], 'declined') },
} as const satisfies Record<string, { by: 'client' | 'staff'; ways: Ways }>
export type ClaimAct = keyof typeof CLAIM_WAYS

/** Returns the state after the action; `null` when this person may not perform it or the state does not allow it. */
export function stateAfter(act: ClaimAct, by: 'client' | 'staff', state: ClaimState): ClaimState | null {
  const { by: whose, ways } = CLAIM_WAYS[act]
  return whose === by ? ((ways as Ways)[state] ?? null) : null
}

/** Returns the refusal of a claim with fewer files than its kind requires. */
export const tooFewFilesText = (kind: ClaimKind): string =>
  `Приложите хотя бы ${counted(CLAIM_TERMS[kind].leastFiles, 'файл', 'файла', 'файлов')}`
