import { decode } from 'iconv-lite'
import type { Accounts } from './accounts.ts'

export interface OneCOptions {
  /** Address of the exchange on the portal. */
  url: string
  login: string
  password: string
  /** Whether the catalogue is sent too. */
  sendsGoods?: boolean
  /** Share of answers that are lost on the way, 0…1. */
  lostShare?: number
  random?: () => number
  /** Writes the books to the disk: taken orders before they are confirmed, sent documents after the answer. */
  save?: () => Promise<void>
}

/** The connection broke after the portal had answered. */
export class AnswerLost extends Error {}

const TIMEOUT_MS = 60_000
const PROGRESS_PAUSE_MS = 200

/** Connection to the portal, which keeps the session's cookie. */
class Connection {
  readonly #options: OneCOptions
  #cookie = ''

  constructor(options: OneCOptions) {
    this.#options = options
  }

  /** @throws AnswerLost after the portal has answered, at the chosen share */
  async call(query: string, body?: Buffer): Promise<Buffer> {
    const { url, login, password, lostShare = 0, random = Math.random } = this.#options
    const reply = await fetch(`${url}?${query}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
        ...(this.#cookie && { cookie: this.#cookie }),
        ...(body !== undefined && { 'content-type': 'application/octet-stream' }),
      },
      ...(body !== undefined && { body: new Uint8Array(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const bytes = Buffer.from(await reply.arrayBuffer())
    if (random() < lostShare) throw new AnswerLost()
    return bytes
  }

  /** Asks and returns the lines of the answer. */
  async ask(query: string, body?: Buffer): Promise<string[]> {
    const lines = (await this.call(query, body)).toString().trim().split('\n')
    if (lines[0] === 'failure') throw new Error(`Портал отказал: ${lines[1] ?? ''}`)
    return lines
  }

  /** Opens a session and returns the largest piece of a file. */
  async signIn(type: 'catalog' | 'sale'): Promise<number> {
    this.#cookie = ''
    const [, name = '', value = ''] = await this.ask(`type=${type}&mode=checkauth`)
    this.#cookie = `${name}=${value}`
    const settings = await this.ask(`type=${type}&mode=init`)
    return Number(settings.find((line) => line.startsWith(LIMIT))?.slice(LIMIT.length))
  }

  async sendFile(type: 'catalog' | 'sale', name: string, text: string, limit: number) {
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; at += limit)
      await this.ask(`type=${type}&mode=file&filename=${name}`, bytes.subarray(at, at + limit))
  }
}

const LIMIT = 'file_limit='

/** 1C as the client of «Обмен с сайтом»: takes orders, sends documents for them, and the catalogue. */
export function createOneCClient(accounts: Accounts, options: OneCOptions) {
  const connection = new Connection(options)

  async function importFile(name: string) {
    for (;;) {
      const [state] = await connection.ask(`type=catalog&mode=import&filename=${name}`)
      if (state === 'success') return
      await new Promise((resolve) => setTimeout(resolve, PROGRESS_PAUSE_MS))
    }
  }

  async function sendCatalog(isFull = true) {
    const limit = await connection.signIn('catalog')
    const files = accounts.catalogFiles(isFull)
    for (const [name, text] of files) await connection.sendFile('catalog', name, text, limit)
    for (const [name] of files) await importFile(name)
    await connection.ask('type=catalog&mode=complete')
  }

  /** Takes orders, confirms them, and sends the documents of the changed ones. */
  async function exchangeOrders(): Promise<number> {
    const limit = await connection.signIn('sale')
    const answer = await connection.call('type=sale&mode=query')
    if (answer.subarray(0, 5).toString() !== '<?xml')
      throw new Error(`Портал отказал: ${answer.toString().split('\n')[1] ?? ''}`)
    const taken = accounts.takeOrders(decode(answer, 'windows-1251'))
    await options.save?.()
    await connection.ask('type=sale&mode=success')
    const ids = [...accounts.unsent]
    if (ids.length > 0) await connection.sendFile('sale', 'documents.xml', accounts.documentsFile(ids), limit)
    for (const id of ids) accounts.unsent.delete(id)
    await options.save?.()
    return taken
  }

  return { sendCatalog, exchangeOrders }
}

const ROUND_MS = 5000

/** Exchanges for ever: ships and takes payment for an order one round after it has come. */
export async function runOneC(accounts: Accounts, options: OneCOptions, say: (text: string) => void) {
  const client = createOneCClient(accounts, options)
  for (let round = 0; ; round += 1) {
    try {
      if (options.sendsGoods === true && round === 0) await client.sendCatalog()
      for (const order of accounts.orders.values())
        if (!order.isCancelled && order.bookings === 0) accounts.fulfil(order)
      const taken = await client.exchangeOrders()
      if (taken > 0) say(`Заказов из портала: ${taken}`)
    } catch (error) {
      say(error instanceof AnswerLost ? 'Ответ потерян' : (error as Error).message)
    }
    await new Promise((resolve) => setTimeout(resolve, ROUND_MS))
  }
}
