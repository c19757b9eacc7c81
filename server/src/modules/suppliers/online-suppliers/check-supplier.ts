import {
  MAX_SHOWN_REPLY_LENGTH,
  type AdapterName,
  type SampleReading,
  type SupplierTrial,
  type TrialResult,
} from '@artikul/contract/suppliers/online-suppliers'
import type { Db } from '../../../platform/db/index.ts'
import type { SupplierCredentials, SupplierField, SupplierHttpRequest } from './querying/adapter.ts'
import { readingText, triedOffers } from './reading-words.ts'
import { readSample } from './read-sample.ts'
import { escapeXml } from './adapters/rossko/soap.ts'
import { ADAPTER_OF } from './adapters/index.ts'
import { requireSupplier } from './querying/mappings.ts'
import { addStatuses } from './online-suppliers.queries.ts'
import { refusedField, requireSameServer, type DeskDeps } from './online-suppliers.ts'
import { bodyOf, textOf, type AnswerReader, type ReadAnswer } from './querying/read-reply.ts'
import { credentialsOf } from './supplier-credentials.ts'
import { openTransport, SupplierFailed, type AllowsPrivate, type Exchange } from './querying/transport.ts'

const HIDDEN = '•••'

/** Removes secrets from a text, in plain form and as written in URLs, JSON and XML. */
function withoutSecrets(text: string, secrets: readonly string[]): string {
  const spellings = secrets.flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    escapeXml(secret),
  ])
  return spellings.filter(Boolean).reduce((shown, secret) => shown.replaceAll(secret, HIDDEN), text)
}

const shownFields = (fields: readonly SupplierField[] = []) =>
  fields.map(([name, value]) => `${name}: ${value}`).join('\n')

const shownRequest = (
  { url }: SupplierCredentials,
  { method, path, headers, query, form, body }: SupplierHttpRequest,
) =>
  [`${method} ${url}${path}`, shownFields(headers), shownFields(query ?? form), body?.text ?? '']
    .filter(Boolean)
    .join('\n\n')

/** Sends one query over a separate connection. @throws SupplierFailed */
async function queryOnce(
  access: SupplierCredentials,
  ask: SupplierHttpRequest,
  allowsPrivate: AllowsPrivate,
): Promise<Exchange> {
  const transport = openTransport(access.url, allowsPrivate)
  try {
    return await transport.exchange(ask, new AbortController().signal)
  } finally {
    await transport.close()
  }
}

/** @throws AppError `not_found`, `input.invalid` without a password to test */
async function accessFor(db: Db, { keys }: DeskDeps, input: SupplierTrial): Promise<SupplierCredentials> {
  const kept = input.id === null ? undefined : await requireSupplier(db, input.id)
  const { url, login, settings } = input
  if (input.secret !== null) return { url, login, secret: input.secret, settings }
  if (!kept) throw refusedField('secret', 'Введите пароль')
  requireSameServer(kept, input)
  return { ...credentialsOf(kept, keys), settings }
}

/** Proposes where the offers are when the described paths find none; null when they do. */
async function guessWhenUnread(text: string, read: () => Promise<ReadAnswer>): Promise<SampleReading | null> {
  const known = await read().catch((error: unknown) => {
    if (error instanceof SupplierFailed) return null
    throw error
  })
  if (known?.reading && known.reading.items.length > 0) return null
  return readSample({ sample: text, api: null })
}

/**
 * Queries a supplier for one part and returns the exchanged messages.
 * @throws AppError `not_found`, `input.invalid`
 */
export async function checkSupplier(
  db: Db,
  deps: DeskDeps & { reader: AnswerReader },
  input: SupplierTrial,
): Promise<TrialResult> {
  const adapter = ADAPTER_OF[input.adapter]
  const started = performance.now()
  const shown: Pick<TrialResult, 'request' | 'response' | 'offers' | 'proposal'> = {
    ...{ request: '', response: '', offers: [], proposal: null },
  }
  const toResult = (isOk: boolean, text: string): TrialResult => ({
    is_ok: isOk,
    text,
    ...shown,
    took_ms: Math.round(performance.now() - started),
  })
  try {
    const access = await accessFor(db, deps, input)
    const ask = adapter.search(access, input)
    const hide = (text: string) => withoutSecrets(text, adapter.secretsOf(access))
    shown.request = hide(shownRequest(access, ask))
    const answer = await queryOnce(access, ask, deps.allowsPrivate)
    const text = textOf(answer)
    shown.response = hide(text).slice(0, MAX_SHOWN_REPLY_LENGTH)
    const read = async () =>
      deps.reader.read({ ...answer, adapter: input.adapter, settings: access.settings, now: deps.clock.now() })
    if (input.adapter === 'api' && answer.status < 400) {
      const guess = await guessWhenUnread(text, read)
      if (guess) {
        Object.assign(shown, { offers: guess.offers, proposal: guess.proposal })
        return toResult(guess.is_ok, guess.is_ok ? `${guess.text}. Поля подобраны, проверьте их ниже` : guess.text)
      }
    }
    const { reading, error } = await read()
    if (error) return toResult(error.kind === 'nothing', hide(error.text))
    shown.offers = triedOffers(reading)
    return toResult(true, readingText(reading))
  } catch (error) {
    if (error instanceof SupplierFailed) return toResult(false, error.message)
    throw error
  }
}

/**
 * Loads the supplier's states of order lines.
 * @throws AppError `not_found`, `input.invalid` when the supplier does not list them or the protocol has no such query
 */
export async function readStatuses(db: Db, { keys, allowsPrivate }: DeskDeps, id: number) {
  const supplier = await requireSupplier(db, id)
  const { format, ordering, errorOf } = ADAPTER_OF[supplier.adapter as AdapterName] // the contract allows no other value
  if (!ordering?.statuses)
    throw refusedField('', 'Поставщик не сообщает списка статусов: он сложится из ответов на заказы')
  try {
    const access = credentialsOf(supplier, keys)
    const answer = await queryOnce(access, ordering.statuses(access), allowsPrivate)
    const body = bodyOf(answer, format)
    const error = errorOf(answer.status, body)
    if (error) throw new SupplierFailed(error.text)
    await addStatuses(db, id, ordering.readStatuses(body))
  } catch (error) {
    if (error instanceof SupplierFailed) throw refusedField('', error.message)
    throw error
  }
  return {}
}
