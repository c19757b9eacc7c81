import { brandKey } from '@artikul/contract/brand'
import { detached, shownText } from './cells.ts'

export interface Brand {
  shown: string
  key: string
}

const COUNTRIES =
  'россия|рф|китай|кнр|корея|южная корея|япония|германия|польша|турция|тайвань|италия|франция|испания|сша|англия|великобритания|индия|беларусь|украина|чехия|швеция|таиланд|russia|china|korea|japan|germany|poland|turkey|taiwan|italy|france|spain|usa|india'
/** Words that suppliers add to a brand: where it lies, where it comes from, that it is genuine. */
const NOISE = new RegExp(
  `\\s*\\((?:lager|long delivery|original|оригинал|новый|new|oe|${COUNTRIES})\\)|\\s+(?:original|оригинал|new)$|^(?:oe|оригинал|original)\\s+(?=\\S)`,
  'giu',
)

/** A brand as it will be shown and the key under which its spellings meet. */
export function readBrand(written: string): Brand {
  const text = shownText(written)
  const bare = text.replace(NOISE, '').trim()
  // «Original» alone is all that the supplier knows.
  const shown = detached(bare === '' ? text : bare)
  return { shown, key: brandKey(shown) }
}
