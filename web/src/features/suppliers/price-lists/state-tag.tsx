import type { PriceImport } from '@artikul/contract/suppliers/price-lists'
import { PRICE_IMPORT_STATES } from '@artikul/contract/suppliers/price-import-states'
import { Tag } from '../../../ui/text/tag.tsx'
import { IMPORT_TONES } from './price-list-words.ts'

export const ImportStateTag = ({ state }: Pick<PriceImport, 'state'>) => (
  <Tag tone={IMPORT_TONES[state]}>{PRICE_IMPORT_STATES[state]}</Tag>
)
