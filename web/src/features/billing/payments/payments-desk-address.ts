import { BLOCK_CODES } from '@artikul/contract/billing/credit-hold-codes'
import { DEBT_SORTS } from '@artikul/contract/billing/debt-sorts'
import {
  addressOf,
  choiceParam,
  dayParam,
  numberParam,
  pageParams,
  textParam,
} from '../../../lib/page/search-params.ts'

export const SETTLEMENT_TABS = ['payments', 'debts', 'blocks', 'reconciliations', 'entries'] as const

const STATE_CHOICES = ['waiting', 'posted', 'aside', 'any'] as const

export const settlementsAddress = addressOf({
  ...pageParams,
  tab: choiceParam(SETTLEMENT_TABS),
  q: textParam(100),
  state: choiceParam(STATE_CHOICES),
  contractor_id: numberParam(),
  from: dayParam,
  to: dayParam,
  sort: choiceParam(DEBT_SORTS),
  overdue: choiceParam(['true']),
  code: choiceParam(BLOCK_CODES),
  asked: choiceParam(['true']),
})
