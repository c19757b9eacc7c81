import { readFile, rename, writeFile } from 'node:fs/promises'
import { Accounts, type BookedOrder, type SavedAccounts } from '../../server/src/simulator/one-c/index.ts'

/** Of every so many orders, one is corrected, credited in part, or left unpaid. */
const CORRECTED_EVERY = 6
const CREDITED_EVERY = 11
const UNPAID_EVERY = 4
const CREDIT_KOP = 100

interface Saved {
  accounts: SavedAccounts
  stats: { lost: number; broken: number; rounds: number }
}

const isCorrected = ({ id }: BookedOrder) => Number(id) % CORRECTED_EVERY === 0
const isCredited = (order: BookedOrder) => !isCorrected(order) && Number(order.id) % CREDITED_EVERY === 0
export const isBooked = (order: BookedOrder) => order.bookings >= (isCorrected(order) || isCredited(order) ? 2 : 1)

/** Books a step of every order: shipment and payment first, then corrections and credits of some. */
export function keepBooks(accounts: Accounts) {
  for (const order of accounts.orders.values())
    if (order.bookings === 0) accounts.fulfil(order, { isPaid: Number(order.id) % UNPAID_EVERY !== 0 })
    else if (isBooked(order)) continue
    else if (isCorrected(order)) accounts.correctShipment(order)
    else accounts.credit(order, CREDIT_KOP)
}

export async function readBooks(path: string) {
  const { accounts, stats } = JSON.parse(await readFile(path, 'utf8')) as Saved
  return { accounts: Accounts.restore(accounts), stats }
}

/** Replaces the file at once: a killed process leaves the books of its last step. */
export async function writeBooks(path: string, accounts: Accounts, stats: Saved['stats']) {
  await writeFile(`${path}.new`, JSON.stringify({ accounts, stats }), { flush: true })
  await rename(`${path}.new`, path)
}
