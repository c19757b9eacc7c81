import type { ReactNode } from 'react'
import type { SupplierDraft } from './supplier-draft.ts'

export interface PartProps {
  draft: SupplierDraft
  errors: Readonly<Record<string, string>>
  onChange: (typed: Partial<SupplierDraft>) => void
}

/** First error of a field or of what is inside it. */
export const errorUnder = (errors: PartProps['errors'], path: string): string | undefined =>
  Object.entries(errors).find(([at]) => at === path || at.startsWith(`${path}.`))?.[1]

/** Group of related fields in a long form. */
export function FormPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-3.5 border-t border-hairline pt-3">
      <legend className="float-left w-full text-base font-semibold">{title}</legend>
      {children}
    </fieldset>
  )
}
