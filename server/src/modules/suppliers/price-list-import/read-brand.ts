import { bareBrand, brandKey } from '@artikul/contract/catalog/brand'
import { detached, shownText } from '../../../platform/files/spreadsheet/cells.ts'

export interface Brand {
  shown: string
  key: string
}

/** Returns a brand for display and the key shared by its spellings. */
export function splitBrand(written: string): Brand {
  const shown = detached(bareBrand(shownText(written)))
  return { shown, key: brandKey(shown) }
}
