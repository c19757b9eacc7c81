import type { VatRate } from '@artikul/contract/core/vat'
import type { Db } from '../../../platform/db/index.ts'
import { selectVatRates } from './finances.queries.ts'

/** Returns the VAT rate of a seller's tax regime on a day, the day of shipment (НК РФ ст. 164). */
export type VatOn = (taxRegime: string, day: string) => VatRate

/** Reads the table of rates once for any regime and day. */
export async function readVatRates(db: Db): Promise<VatOn> {
  const rates = await selectVatRates(db)
  return (taxRegime, day) => {
    const found = rates.find(
      (rate) =>
        rate.tax_regime === taxRegime && rate.valid_from <= day && (rate.valid_to === null || day <= rate.valid_to),
    )
    if (!found) throw new Error(`no VAT rate for ${taxRegime} on ${day}`)
    return found.rate as VatRate // the column's CHECK allows nothing else
  }
}

/** Formats «22%» or «Без НДС» as printed in documents. */
export const vatLabel = (rate: string): string => (rate === 'none' ? 'Без НДС' : `${rate}%`)
