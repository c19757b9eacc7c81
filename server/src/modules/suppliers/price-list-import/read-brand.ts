import { bareBrand, brandKey } from '@artikul/contract/catalog/brand'
import { detached, shownText } from '../../../platform/files/spreadsheet/cells.ts'

export interface Brand {
  shown: string
  key: string
}

/** A brand as it will be shown and the key under which its spellings meet. */
export function readBrand(written: string): Brand {
  const shown = detached(bareBrand(shownText(written)))
  return { shown, key: brandKey(shown) }
}
