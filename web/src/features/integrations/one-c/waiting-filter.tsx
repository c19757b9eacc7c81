import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { FilterField } from '../../../ui/fields/filter-field.tsx'
import type { NodeTabProps } from './node-tab.ts'

interface Props extends Pick<NodeTabProps, 'node' | 'search' | 'onChange'> {
  /** «Только несопоставленные» */
  waiting: string
  /** Label of the text filter; none without it. */
  text?: string
}

/** Filters of a list of the exchange: a text, and what waits. */
export function WaitingFilter({ node, search, onChange, waiting, text }: Props) {
  const place = { node_id: node.id, view: search.view, object_kind: search.object_kind }
  return (
    <search className="mb-3 flex flex-wrap items-end gap-x-4 gap-y-2" data-screen-only="">
      {text !== undefined && (
        <div className="w-full sm:w-80">
          <FilterField
            label={text}
            maxLength={100}
            value={search.q}
            onCommit={(q) => onChange({ ...place, waiting: search.waiting, q })}
          />
        </div>
      )}
      <Checkbox
        label={waiting}
        checked={search.waiting === true}
        onCheckedChange={(is) => onChange({ ...place, q: search.q, waiting: is ? true : undefined })}
      />
    </search>
  )
}
