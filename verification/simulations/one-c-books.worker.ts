import { setTimeout as delay } from 'node:timers/promises'
import { AnswerLost, createOneCClient } from '../../server/src/simulator/one-c/index.ts'
import { keepBooks, readBooks, writeBooks } from './one-c-books.factory.ts'

/** Share of answers that are lost on the way. */
const LOST_SHARE = 0.05
/** Rounds between two catalogues. */
const CATALOG_EVERY = 25

/** 1C of a simulated day, as a process of its own that may be killed at any moment and goes on from its file. */
const [url = '', login = '', path = ''] = process.argv.slice(2)
process.on('disconnect', () => process.exit(0))
const { accounts, stats } = await readBooks(path)
const save = () => writeBooks(path, accounts, stats)
const password = process.env['ONE_C_PASSWORD'] ?? ''
const client = createOneCClient(accounts, { url, login, password, lostShare: LOST_SHARE, save })
for (;;) {
  stats.rounds += 1
  try {
    if (stats.rounds % CATALOG_EVERY === 1) await client.sendCatalog()
    await client.exchangeOrders()
    keepBooks(accounts)
    await save()
  } catch (error) {
    // A lost answer or a killed portal: the next round begins anew.
    if (error instanceof AnswerLost) stats.lost += 1
    else stats.broken += 1
    await save()
    await delay(50)
  }
}
