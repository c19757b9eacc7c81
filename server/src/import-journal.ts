import { basename } from 'node:path'
import { formatQty } from '@artikul/contract/money'
import { recordEvent } from './modules/audit/index.ts'
import type { ImportRequest, ImportResult } from './modules/imports/index.ts'
import type { Db } from './platform/db/index.ts'

/** A price list that was taken in stands in the journal; a command has neither a person nor an address. */
export const recordImport = (
  db: Db,
  { path, warehouse }: Pick<ImportRequest, 'path' | 'warehouse'>,
  { accepted, rows }: Pick<ImportResult, 'accepted' | 'rows'>,
) =>
  recordEvent(
    db,
    { address: '', requestId: '' },
    {
      event: 'price_list.imported',
      object: `${basename(path)} → ${warehouse}: принято ${formatQty(accepted)} из ${formatQty(rows)}`,
    },
  )
