import type { PriceImport } from '@artikul/contract/suppliers/price-lists'
import { PRICE_IMPORT_STATES } from '@artikul/contract/suppliers/price-import-states'
import { Tag } from '../../../ui/text/tag.tsx'
import { TONES } from './price-list-words.ts'

export const StateTag = ({ state }: Pick<PriceImport, 'state'>) => (
  <Tag tone={TONES[state]}>{PRICE_IMPORT_STATES[state]}</Tag>
)
