import { BrandPatch, type BrandDetails } from '@artikul/contract/catalog/brands'
import { refusalsOf } from '../../../lib/api/form-errors.ts'

export interface BrandDraft {
  name: string
  is_original: boolean
  family: string
  /** One spelling per line, as pasted. */
  spellings: string
}

export const draftOfBrand = ({ name, is_original, family, spellings }: BrandDetails): BrandDraft => ({
  name,
  is_original,
  family,
  spellings: spellings.join('\n'),
})

const spellingsOf = ({ spellings }: BrandDraft): string[] =>
  spellings
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Returns only the changed fields. */
export function brandPatch(brand: BrandDetails, draft: BrandDraft): Omit<BrandPatch, 'version'> {
  const [name, family, spellings] = [draft.name.trim(), draft.family.trim(), spellingsOf(draft)]
  return {
    ...(name !== brand.name && { name }),
    ...(draft.is_original !== brand.is_original && { is_original: draft.is_original }),
    ...(family !== brand.family && { family }),
    ...(spellings.join('\n') !== brand.spellings.join('\n') && { spellings }),
  }
}

/** Joins the errors of single spellings under their field, each with its spelling. */
export function gathered(fields: Readonly<Record<string, string>>, draft: BrandDraft): Record<string, string> {
  const spellings = spellingsOf(draft)
  const errors: Record<string, string> = {}
  for (const [path, message] of Object.entries(fields)) {
    const [field = '', at] = path.split('.')
    const text = at === undefined ? message : `«${spellings[Number(at)] ?? ''}»: ${message}`
    errors[field] = errors[field] === undefined ? text : `${errors[field]}. ${text}`
  }
  return errors
}

export const brandFields = (draft: BrandDraft): string[] => [
  'name',
  'family',
  'spellings',
  ...spellingsOf(draft).map((_, at) => `spellings.${at}`),
]

export const brandRefusals = (brand: BrandDetails, draft: BrandDraft) =>
  gathered(refusalsOf(BrandPatch, { version: brand.version, ...brandPatch(brand, draft) }), draft)
