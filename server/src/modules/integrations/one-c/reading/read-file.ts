import { PRICE_LIST_LIMITS } from '../../../../platform/files/spreadsheet/types.ts'
import { PriceListRefused } from '../../../../platform/files/spreadsheet/index.ts'
import { asError, openWorker } from '../../../../platform/files/spreadsheet/workers/worker-stream.ts'
import type { FromWorker } from '../../../../platform/files/spreadsheet/workers/worker-protocol.ts'
import type { Batch, FileEvent, KnownReferences } from './commerceml.ts'
import { FileRefused } from './xml-elements.ts'

const SCRIPT = new URL('./commerceml.worker.ts', import.meta.url)
const LIMITS = { ...PRICE_LIST_LIMITS, heapMb: 256 }

/**
 * Reads a file of CommerceML in a worker with limits of time and memory.
 * @returns whether it was a package of all goods; null for a file without goods
 * @throws FileRefused with the reason in words
 */
export async function readOneCFile(
  path: string,
  known: KnownReferences,
  onBatch: (batch: Batch) => Promise<void>,
): Promise<boolean | null> {
  const worker = openWorker<FromWorker<FileEvent>>(SCRIPT, { path, known }, LIMITS)
  try {
    for (;;) {
      const message = await worker.next()
      if ('error' in message) throw asError(message.error)
      if ('done' in message) throw new FileRefused('Файл прочитан не до конца')
      if (message.event.kind === 'refused') throw new FileRefused(message.event.reason)
      if (message.event.kind === 'end') return message.event.is_full
      await onBatch(message.event.batch)
    }
  } catch (error) {
    throw error instanceof PriceListRefused ? new FileRefused(error.message) : error
  } finally {
    await worker.close()
  }
}
