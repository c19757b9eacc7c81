import type { MoveOfLine } from '@artikul/contract/ordering/orders/orders'
import { readLineHistory } from '../modules/ordering/orders/lines/line-history.ts'
import type { TestApp } from './test-app.ts'

/** Reads the history of a line as shown to staff. */
export async function historyOf({ appDatabase }: TestApp, line: { id: number } | undefined): Promise<MoveOfLine[]> {
  if (!line) throw new Error('The order has no such line')
  return readLineHistory(appDatabase.forTenant('any'), 'any', line.id)
}
