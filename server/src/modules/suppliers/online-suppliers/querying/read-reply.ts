import { availableParallelism } from 'node:os'
import type { AdapterName } from '@artikul/contract/suppliers/online-suppliers'
import { Piscina } from 'piscina'
import type { Adapter, ParsedReply, ReadContext, SupplierError } from './adapter.ts'
import { ADAPTER_OF } from '../adapters/index.ts'
import { SupplierFailed, type Exchange } from './transport.ts'
import { parseXml } from './xml.ts'

/** Answers above this size are parsed in a thread; parsing this much takes some milliseconds. */
const LARGEST_AT_ONCE = 200_000
const CHARSETS = ['utf-8', 'utf8', 'windows-1251', 'cp1251', 'us-ascii']

export interface ReplyToRead extends Exchange, ReadContext {
  adapter: AdapterName
}

/** Format in which the supplier answers. */
const formatOf = (adapter: AdapterName, settings: ReadContext['settings']): Adapter['format'] =>
  (adapter === 'api' ? settings?.api?.format : null) ?? ADAPTER_OF[adapter].format

export type ReadAnswer = { reading: ParsedReply; error: null } | { reading: null; error: SupplierError }

/** @throws SupplierFailed for an unsupported encoding */
export function textOf({ body, charset }: Omit<Exchange, 'status'>): string {
  if (!CHARSETS.includes(charset)) throw new SupplierFailed(`Кодировка ${charset.slice(0, 20)} не принимается`)
  try {
    return new TextDecoder(charset === 'cp1251' ? 'windows-1251' : charset, { fatal: true }).decode(body)
  } catch {
    throw new SupplierFailed('Ответ не в той кодировке, что названа')
  }
}

const PARSERS: Record<Adapter['format'], (text: string) => unknown> = { json: JSON.parse, xml: parseXml }
const PAGE = /^\s*<(!doctype|html)/i

/** @throws SupplierFailed for content of another format */
export function bodyOf(answer: Exchange, format: Adapter['format']): unknown {
  const text = textOf(answer)
  try {
    return PARSERS[format](text)
  } catch {
    if (answer.status >= 400) return null
    throw new SupplierFailed(PAGE.test(text) ? 'Вместо данных пришла страница' : `Ответ не ${format.toUpperCase()}`)
  }
}

/** @throws SupplierFailed */
export function readHere({ adapter, settings, now, ...answer }: ReplyToRead): ReadAnswer {
  const { errorOf, readOffers } = ADAPTER_OF[adapter]
  const body = bodyOf(answer, formatOf(adapter, settings))
  const error = errorOf(answer.status, body)
  return error ? { reading: null, error } : { reading: readOffers(body, { settings, now }), error: null }
}

/** Result of a thread that parses a large answer: an error instance would lose its class between threads. */
export type ReadBeside = ReadAnswer | { failure: string }

export interface AnswerReader {
  /** @throws SupplierFailed */
  read: (answer: ReplyToRead) => Promise<ReadAnswer>
  close: () => Promise<void>
}

/** Parses small answers here and large ones in a thread, which is started on first use. */
export function createReader(): AnswerReader {
  let threads: Piscina<ReplyToRead, ReadBeside> | undefined
  const beside = async (answer: ReplyToRead): Promise<ReadAnswer> => {
    threads ??= new Piscina<ReplyToRead, ReadBeside>({
      filename: new URL('./read-reply.worker.ts', import.meta.url).href,
      minThreads: 0,
      maxThreads: Math.max(1, availableParallelism() - 1),
      idleTimeout: 10_000,
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    const read = await threads.run(answer)
    if ('failure' in read) throw new SupplierFailed(read.failure)
    return read
  }
  return {
    read: async (answer) => (answer.body.length > LARGEST_AT_ONCE ? beside(answer) : readHere(answer)),
    close: async () => {
      await threads?.destroy()
    },
  }
}
