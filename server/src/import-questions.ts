import { createInterface } from 'node:readline/promises'
import { keysOf } from '@artikul/contract/core/keys'
import {
  MAX_CURRENCY_RATE,
  MISSING_STOCK,
  PRICE_LIST_QUESTIONS,
  type PriceListQuestion,
} from '@artikul/contract/suppliers/price-list'
import { parseNumber } from '@artikul/contract/suppliers/price-text'
import type { CommandRequest } from './modules/suppliers/index.ts'

interface Question {
  /** Options of the command that answer the question. */
  options: string
  prompt: string
  /** Adds the answer to the request; null when the text is no answer. */
  answer: (request: CommandRequest, text: string) => CommandRequest | null
}

const withReading = (request: CommandRequest, reading: CommandRequest['reading']): CommandRequest => ({
  ...request,
  reading: { ...request.reading, ...reading },
})

const STOCK = keysOf(MISSING_STOCK)

const QUESTIONS: Readonly<Record<PriceListQuestion, Question>> = {
  brand: {
    options: '--brand ПРОИЗВОДИТЕЛЬ или --brand-groups',
    prompt: 'Производитель (пусто: он назван в строках групп): ',
    answer: (request, text) => withReading(request, text === '' ? { hasBrandGroups: true } : { defaultBrand: text }),
  },
  stock: {
    options: STOCK.map((key) => `--stock ${key} (${MISSING_STOCK[key]})`).join(' или '),
    prompt: `${STOCK.map((key, index) => `${index + 1}. ${MISSING_STOCK[key]}`).join('\n')}\nНомер ответа: `,
    answer: (request, text) => {
      const missingStock = STOCK[Number(text) - 1] ?? STOCK.find((key) => key === text)
      return missingStock === undefined ? null : withReading(request, { missingStock })
    },
  },
  currency: {
    options: '--rate РУБЛЕЙ_ЗА_ЕДИНИЦУ',
    prompt: 'Рублей за единицу валюты: ',
    answer: (request, text) => {
      const currencyRate = parseNumber(text)
      return currencyRate !== null && currencyRate > 0 && currencyRate <= MAX_CURRENCY_RATE
        ? withReading(request, { currencyRate })
        : null
    },
  },
  purchase: {
    options: '--confirm-price',
    prompt: 'Закупочная цена — меньшая из двух? Ответьте «да» или прервите команду (Ctrl+C): ',
    answer: (request, text) => (/^(?:да|д|yes|y)$/i.test(text) ? { ...request, isPriceConfirmed: true } : null),
  },
}

/** Adds the answer of an option to a request; null when its value is no answer. */
export const answerQuestion = (request: CommandRequest, question: PriceListQuestion, text: string) =>
  QUESTIONS[question].answer(request, text.trim())

/** Names the questions with the options that answer them, for a command without a terminal. */
export const questionsText = (questions: readonly PriceListQuestion[]) =>
  questions.map((question) => `${PRICE_LIST_QUESTIONS[question]}: ${QUESTIONS[question].options}.`).join('\n')

/** Asks the questions on the terminal, each until it is answered. */
export async function askOnTerminal(
  request: CommandRequest,
  questions: readonly PriceListQuestion[],
): Promise<CommandRequest> {
  using terminal = createInterface({ input: process.stdin, output: process.stderr })
  let answered = request
  for (const question of questions)
    for (let next: CommandRequest | null = null; next === null; answered = next ?? answered) {
      const text = await terminal.question(`${PRICE_LIST_QUESTIONS[question]}.\n${QUESTIONS[question].prompt}`)
      next = answerQuestion(answered, question, text)
    }
  return answered
}
