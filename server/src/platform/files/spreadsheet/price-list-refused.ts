import { FILE_REFUSAL_TEXTS, type FileRefusalReason } from './refusals.data.ts'

/** Refusal of a whole file, with a message for its sender. */
export class PriceListRefused extends Error {
  readonly reason: FileRefusalReason
  readonly rowNumber: number | null

  constructor(reason: FileRefusalReason, detail: { rowNumber?: number; limit?: string; match_reason?: string } = {}) {
    const limit = detail.limit === undefined ? '' : `, не более ${detail.limit}`
    const row = detail.rowNumber === undefined ? '' : ` (строка ${detail.rowNumber})`
    const match_reason = detail.match_reason === undefined ? '' : ` (${detail.match_reason})`
    super(`${FILE_REFUSAL_TEXTS[reason]}${limit}${row}${match_reason}`)
    this.name = 'PriceListRefused'
    this.reason = reason
    this.rowNumber = detail.rowNumber ?? null
  }

  /** Recreates the refusal after crossing a thread, where errors lose their class. */
  static from(reason: FileRefusalReason, message: string, rowNumber: number | null): PriceListRefused {
    const refused = new PriceListRefused(reason, rowNumber === null ? {} : { rowNumber })
    refused.message = message
    return refused
  }
}
